-- A ledger as the second version wrote it. It never changes.
PRAGMA application_id = 1346457678;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE events (
        event INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        begun_at INTEGER NOT NULL,
        settings TEXT,
        source TEXT NOT NULL,
        labels TEXT NOT NULL
    ) STRICT;
INSERT INTO events VALUES(1,'forfeits',1794809969823,'{"conditions":{},"games":["othello:size=4"],"openings":["random:2"],"seats":"rotate","seed":1}',replace('name = "forfeits"\nkind = "match"\ngames = ["othello:size=4"]\nagents = ["greedy", "json:python3 faulty.py"]\nrounds = 1\nseed = 1\nseats = "rotate"\nopenings = "random:2"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\n','\n',char(10)),'[["greedy","greedy"],["json:python3 faulty.py","json:python3 faulty.py"]]');
INSERT INTO events VALUES(3,'agreed',1794809971182,'{"conditions":{"adjudication":{"margin":{"plies":2,"points":3}}},"games":["othello:size=6"],"openings":["random:4"],"seats":"fixed","seed":1}',replace('name = "agreed"\nkind = "match"\ngames = ["othello:size=6"]\nagents = ["alphabeta:depth=2", "alphabeta:depth=1"]\nrounds = 2\nseed = 1\nseats = "fixed"\nopenings = "random:4"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\nmargin = "3x2"\n','\n',char(10)),'[["alphabeta:depth=2","alphabeta:depth=2"],["alphabeta:depth=1","alphabeta:depth=1"]]');
INSERT INTO events VALUES(4,'three seats',1794809971279,'{"conditions":{},"games":["blokus:size=5,seats=3,starts=corners"],"openings":["start"],"seats":"rotate","seed":1}',replace('name = "three seats"\nkind = "match"\ngames = ["blokus:size=5,seats=3,starts=corners"]\nagents = ["greedy", "random", "json:python3 faulty.py"]\nrounds = 1\nseed = 1\nseats = "rotate"\nopenings = "start"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\n','\n',char(10)),'[["greedy","greedy"],["random","random"],["json:python3 faulty.py","json:python3 faulty.py"]]');
INSERT INTO events VALUES(5,'four seats',1794809972719,'{"conditions":{},"games":["blokus:size=5,seats=4,starts=corners"],"openings":["start"],"seats":"fixed","seed":1}',replace('name = "four seats"\nkind = "match"\ngames = ["blokus:size=5,seats=4,starts=corners"]\nagents = ["greedy", "random", "random", "mcts:nodes=5"]\nrounds = 2\nseed = 1\nseats = "fixed"\nopenings = "start"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\n','\n',char(10)),'[["greedy","greedy"],["random","random"],["mcts:nodes=5","mcts:nodes=5"]]');
INSERT INTO events VALUES(6,'spring cup',1794809972771,'{"conditions":{},"games":["othello:size=4","kalah:holes=3,seeds=2"],"openings":["random:2","random:2"],"seats":"rotate","seed":1}',replace('name = "spring cup"\ngames = ["othello:size=4", "kalah:holes=3,seeds=2"]\nagents = ["greedy", { name = "Chance", agent = "random" }]\nrounds = 1\nopenings = "random:2"\n','\n',char(10)),'[["greedy","greedy"],["random","Chance"]]');
INSERT INTO events VALUES(7,'solved',1794809986165,'{"conditions":{"adjudication":{"solver":40}},"games":["othello:size=4"],"openings":["random:3"],"seats":"fixed","seed":1}',replace('name = "solved"\nkind = "match"\ngames = ["othello:size=4"]\nagents = ["alphabeta:depth=2", "mcts:nodes=20"]\nrounds = 2\nseed = 1\nseats = "fixed"\nopenings = "random:3"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\nsolver = 40\n','\n',char(10)),'[["alphabeta:depth=2","alphabeta:depth=2"],["mcts:nodes=20","mcts:nodes=20"]]');
CREATE TABLE lineups (
        lineup INTEGER PRIMARY KEY,
        event INTEGER NOT NULL REFERENCES events,
        game TEXT NOT NULL,
        agents TEXT NOT NULL,
        conditions TEXT NOT NULL,
        UNIQUE (event, game, agents, conditions)
    ) STRICT;
INSERT INTO lineups VALUES(1,1,'othello:size=4','["greedy","json:python3 faulty.py"]','{}');
INSERT INTO lineups VALUES(2,1,'othello:size=4','["json:python3 faulty.py","greedy"]','{}');
INSERT INTO lineups VALUES(4,3,'othello:size=6','["alphabeta:depth=2","alphabeta:depth=1"]','{"adjudication":{"margin":{"points":3,"plies":2}}}');
INSERT INTO lineups VALUES(5,4,'blokus:size=5,seats=3,starts=corners','["greedy","random","json:python3 faulty.py"]','{}');
INSERT INTO lineups VALUES(6,4,'blokus:size=5,seats=3,starts=corners','["random","json:python3 faulty.py","greedy"]','{}');
INSERT INTO lineups VALUES(7,4,'blokus:size=5,seats=3,starts=corners','["json:python3 faulty.py","greedy","random"]','{}');
INSERT INTO lineups VALUES(8,5,'blokus:size=5,seats=4,starts=corners','["greedy","random","random","mcts:nodes=5"]','{}');
INSERT INTO lineups VALUES(9,6,'othello:size=4','["greedy","random"]','{}');
INSERT INTO lineups VALUES(10,6,'othello:size=4','["random","greedy"]','{}');
INSERT INTO lineups VALUES(11,6,'kalah:holes=3,seeds=2','["greedy","random"]','{}');
INSERT INTO lineups VALUES(12,6,'kalah:holes=3,seeds=2','["random","greedy"]','{}');
INSERT INTO lineups VALUES(13,7,'othello:size=4','["alphabeta:depth=2","mcts:nodes=20"]','{"adjudication":{"solver":40}}');
CREATE TABLE games (
        number INTEGER PRIMARY KEY,
        id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
        lineup INTEGER NOT NULL REFERENCES lineups,
        round INTEGER NOT NULL,
        seating INTEGER NOT NULL,
        seed INTEGER NOT NULL,
        finished_at INTEGER NOT NULL,
        ending TEXT NOT NULL,
        seat INTEGER,
        fault TEXT,
        reason TEXT,
        margin INTEGER,
        scores TEXT NOT NULL,
        ranks TEXT NOT NULL,
        nodes TEXT NOT NULL,
        version TEXT NOT NULL,
        titles TEXT,
        position TEXT NOT NULL,
        start TEXT,
        opening TEXT NOT NULL,
        moves TEXT NOT NULL,
        turns TEXT NOT NULL,
        times TEXT NOT NULL,
        estimates TEXT
    , errors TEXT) STRICT;
INSERT INTO games VALUES(1,X'7d2e7ab138374576bc12d42b826f3a63',1,0,0,-3416141981676572674,1794809970531,'forfeit',1,'crash','ended with exit code 1; its last errors: no ideas left',NULL,'[7,2]','[1,2]','[7,0]','0.1.0',NULL,'OX--XXX-XXO-X--- O',NULL,'b1 a3','b1 a3 a4 a1 a2','010','[2,613313,3]','[3,null,5]',replace('no ideas left\n','\n',char(10)));
INSERT INTO games VALUES(2,X'ac9aca2bde962dadeda247f1211eb82b',2,0,1,8564974772191290347,1794809971098,'forfeit',0,'crash','ended with exit code 1; its last errors: no ideas left',NULL,'[3,5]','[2,1]','[0,2]','0.1.0',NULL,'-XO--OO-OXO-X--- X',NULL,'b1 a3','b1 a3 a4 c1','01','[507618,2]','[null,2]',replace('no ideas left\n','\n',char(10)));
INSERT INTO games VALUES(5,X'fce4fec7845efd491d3fa234102ad722',4,0,0,-3416141981676572674,1794809971236,'agreed',1,NULL,NULL,NULL,'[9,15]','[2,1]','[162,54]','0.1.0',NULL,'XXXXOOOOOOOXO-OO--OXOXX-OOX---O----- X',NULL,'c2 b4 a5 e2','c2 b4 a5 e2 e4 b5 c5 a6 d2 c1 b1 b2 d1 a4 a1 e1 f2 f1 a3 a2','0101010101010101','[43,0,2,0,1,0,2,1,1,0,1,0,1,0,1,0]','[2,-2,2,-2,0,0,-2,2,-2,2,-2,2,0,0,-6,6]',NULL);
INSERT INTO games VALUES(6,X'6e2db0f73a54669c207cbda12c7ba554',4,1,0,8564974772191290347,1794809971239,'agreed',1,NULL,NULL,NULL,'[9,13]','[2,1]','[235,44]','0.1.0',NULL,'-OOX----OO-X-XOOO-XXXOOO--XOO--X-OX- X',NULL,'e4 e3 c2 e5','e4 e3 c2 e5 f2 b1 e6 c5 b3 f4 d5 b4 b6 d2 d1 c1 a4 d6','01010101010101','[4,1,2,0,1,0,2,0,2,0,2,0,55,1]','[0,0,0,0,0,0,0,0,0,0,0,0,-4,4]',NULL);
INSERT INTO games VALUES(7,X'66f2b5e8d4578fa5328a2203234836a8',5,0,0,-3416141981676572674,1794809971307,'over',NULL,NULL,NULL,NULL,'[-84,-80,-89]','[2,1,3]','[58,0,0]','0.1.0',NULL,'11111/...../22.22/2.22./2...2 - I1,I2,I3,V3,I4,L4,T4,Z4,O4,L5,Y,N,P,U,T5,V5,W,Z5,F,X I2,I3,V3,I4,T4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,F,X all',NULL,'','a5,b5,c5,d5,e5 e1 c2,d2,d3,e3 a1,a2,a3,b3','0111','[61,1,1,0]','[5,null,null,null]',NULL);
INSERT INTO games VALUES(8,X'1d2cd0509dbcee67f9069d149716e8e2',6,0,1,8564974772191290347,1794809971950,'forfeit',1,'crash','ended with exit code 1; its last errors: no ideas left',NULL,'[-88,-86,-79]','[1,3,1]','[0,0,70]','0.1.0',NULL,'13333/.3.../3..../3322./33..2 2 I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,F,X I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,F,X I1,I2,I3,V3,I4,L4,T4,Z4,O4,I5,Y,N,U,T5,V5,W,Z5,F,X',NULL,'','a5 e1 b4,b5,c5,d5,e5 c2,d2 a1,b1,a2,b2,a3','01212','[3,594099,29,2423,13]','[null,null,4,null,7]',replace('no ideas left\n','\n',char(10)));
INSERT INTO games VALUES(9,X'0364811e16d1c361980272a78a26251d',7,0,2,1514785506963187479,1794809972683,'forfeit',0,'crash','ended with exit code 1; its last errors: no ideas left',NULL,'[-86,-84,-79]','[3,1,1]','[0,58,0]','0.1.0',NULL,'13333/.113./.33../.333./22222 1 I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,F,X I1,I2,I3,V3,I4,L4,T4,Z4,O4,L5,Y,N,P,U,T5,V5,W,Z5,F,X I1,I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,N,U,T5,V5,W,Z5,F,X',NULL,'','a5 a1,b1,c1,d1,e1 d4,b5,c5,d5,e5 b4,c4 b2,c2,d2,b3,c3','01202','[695915,14,1,611,1]','[null,4,null,null,null]',replace('no ideas left\n','\n',char(10)));
INSERT INTO games VALUES(10,X'8a3c91cf839254e448ba6570a087c0a7',8,0,0,-3416141981676572674,1794809972732,'over',NULL,NULL,NULL,NULL,'[-84,-81,-89,-80]','[3,2,4,1]','[58,0,0,11]','0.1.0',NULL,'11111/..444/24222/2242./44442 - I1,I2,I3,V3,I4,L4,T4,Z4,O4,L5,Y,N,P,U,T5,V5,W,Z5,F,X I2,I3,I4,L4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,F,X all I2,V3,I4,L4,T4,Z4,O4,I5,L5,N,P,U,T5,V5,W,Z5,F,X',NULL,'','a5,b5,c5,d5,e5 e1 a1,b1,c1,d1,c2 d2,c3,d3,e3 b3 a2,b2,a3 c4,d4,e4','0131313','[54,1,77,1,19,0,2]','[5,null,1.0,null,0.75,null,1.0]',NULL);
INSERT INTO games VALUES(11,X'b8db3d881013870e14f2790d51a7b399',8,1,0,8564974772191290347,1794809972743,'over',NULL,NULL,NULL,NULL,'[-84,-83,-89,-83]','[3,1,4,1]','[58,0,0,6]','0.1.0',NULL,'11111/.42../.4.2./4422./4.422 - I1,I2,I3,V3,I4,L4,T4,Z4,O4,L5,Y,N,P,U,T5,V5,W,Z5,F,X I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,X all I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,P,U,T5,V5,W,Z5,F,X',NULL,'','a5,b5,c5,d5,e5 d1,e1,c2,d2,d3 a1,a2,b2,b3,b4 c4 c1','01313','[16,1,29,0,2]','[5,null,0.5,null,0.5]',NULL);
INSERT INTO games VALUES(12,X'1f7f4fc11d64dd0056407e63198c174a',9,0,0,-2496363317849341163,1794809972788,'over',NULL,NULL,NULL,NULL,'[11,1]','[1,2]','[12,0]','0.1.0',NULL,'XXX-XXXO-XX-XXX- O',NULL,'c4 b4','c4 b4 a2 b1 a4 d2 a1 pass c1','0101010','[1,0,0,0,0,0,0]','[5,null,5,null,5,null,10]',NULL);
INSERT INTO games VALUES(13,X'f486d4af72239867d4f14819fdba1187',10,0,1,-7686455133324523697,1794809972795,'over',NULL,NULL,NULL,NULL,'[13,3]','[1,2]','[0,11]','0.1.0',NULL,'XXXXOOXXXXXXXXXO O',NULL,'c4 b4','c4 b4 a1 b1 a4 d2 c1 d4 a3 a2 d1 pass d3','01010101010','[0,0,0,0,0,0,0,0,0,10,0]','[null,0,null,-2,null,-4,null,-2,null,-5,null]',NULL);
INSERT INTO games VALUES(14,X'261207747ecf878f460f7718ef87227d',11,0,0,-3751240825363564786,1794809972795,'over',NULL,NULL,NULL,NULL,'[8,4]','[1,2]','[4,0]','0.1.0',NULL,'0,0,0:8 0,0,0:4 B',NULL,'2 1','2 1 2 3 1 2','1000','[0,1,0,0]','[null,2,3,4]',NULL);
INSERT INTO games VALUES(15,X'1eb50c0e4a7263ca1985d99333fc087b',12,0,1,9164212736782778937,1794809972795,'over',NULL,NULL,NULL,NULL,'[9,3]','[1,2]','[0,6]','0.1.0',NULL,'0,0,0:9 0,0,0:3 A',NULL,'2 1','2 1 1 2 2 3','1101','[0,0,0,0]','[-1,0,null,-6]',NULL);
INSERT INTO games VALUES(16,X'8d933aacd8be154c04615264d5ef2523',13,0,0,-3416141981676572674,1794809986182,'solved',NULL,NULL,NULL,8,'[5,2]','[1,2]','[0,0]','0.1.0',NULL,'-X---XX-OXO-X--- O',NULL,'b1 a3 a4','b1 a3 a4','','[]',NULL,NULL);
INSERT INTO games VALUES(17,X'2baf512d6486dea60e6cd2af34e9c829',13,1,0,8564974772191290347,1794809986195,'solved',NULL,NULL,NULL,-2,'[4,6]','[2,1]','[8,40]','0.1.0',NULL,'X-X-OOOO-XXO---O X',NULL,'d3 d2 a1','d3 d2 a1 d4 c1 a2','101','[61,33,9]','[0.35714285714285715,-2,0.7777777777777778]',NULL);
CREATE INDEX games_in_order ON games (lineup, round, seating);
COMMIT;
