-- A ledger as the third version wrote it. It never changes.
PRAGMA application_id = 1346457678;
PRAGMA user_version = 3;
BEGIN TRANSACTION;
CREATE TABLE events (
        event INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        begun_at INTEGER NOT NULL,
        settings TEXT,
        source TEXT NOT NULL,
        labels TEXT NOT NULL
    ) STRICT;
INSERT INTO events VALUES(1,'third cup',1794845073267,'{"conditions":{},"games":["othello:size=4"],"openings":["random:2"],"seats":"rotate","seed":1}',replace('name = "third cup"\nkind = "match"\ngames = ["othello:size=4"]\nagents = ["mcts:nodes=8", "greedy"]\nrounds = 2\nseed = 1\nseats = "rotate"\nopenings = "random:2"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\n','\n',char(10)),'[["mcts:nodes=8","mcts:nodes=8"],["greedy","greedy"]]');
INSERT INTO events VALUES(2,'three seats',1794845073331,'{"conditions":{},"games":["blokus:size=5,seats=3"],"openings":["start"],"seats":"fixed","seed":1}',replace('name = "three seats"\nkind = "match"\ngames = ["blokus:size=5,seats=3"]\nagents = ["random", "greedy", "random"]\nrounds = 1\nseed = 1\nseats = "fixed"\nopenings = "start"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\n','\n',char(10)),'[["random","random"],["greedy","greedy"]]');
INSERT INTO events VALUES(3,'agreed',1794845073348,'{"conditions":{"adjudication":{"margin":{"plies":2,"points":3}}},"games":["othello:size=6"],"openings":["random:4"],"seats":"fixed","seed":1}',replace('name = "agreed"\nkind = "match"\ngames = ["othello:size=6"]\nagents = ["alphabeta:depth=2", "alphabeta:depth=1"]\nrounds = 2\nseed = 1\nseats = "fixed"\nopenings = "random:4"\n\n[rounds_of]\n\n[conditions]\n\n[adjudication]\nmargin = "3x2"\n','\n',char(10)),'[["alphabeta:depth=2","alphabeta:depth=2"],["alphabeta:depth=1","alphabeta:depth=1"]]');
CREATE TABLE lineups (
        lineup INTEGER PRIMARY KEY,
        event INTEGER NOT NULL REFERENCES events,
        game TEXT NOT NULL,
        agents TEXT NOT NULL,
        conditions TEXT NOT NULL,
        UNIQUE (event, game, agents, conditions)
    ) STRICT;
INSERT INTO lineups VALUES(1,1,'othello:size=4','["mcts:nodes=8","greedy"]','{}');
INSERT INTO lineups VALUES(2,1,'othello:size=4','["greedy","mcts:nodes=8"]','{}');
INSERT INTO lineups VALUES(3,2,'blokus:size=5,seats=3','["random","greedy","random"]','{}');
INSERT INTO lineups VALUES(4,3,'othello:size=6','["alphabeta:depth=2","alphabeta:depth=1"]','{"adjudication":{"margin":{"points":3,"plies":2}}}');
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
    , errors TEXT, fingerprints TEXT) STRICT;
INSERT INTO games VALUES(1,X'a57b45ae3ab4d95c15e5c8b1bf91e4aa',1,0,0,-3416141981676572674,1794845073271,'over',NULL,NULL,NULL,NULL,'[9,7]','[1,2]','[34,13]','0.1.0+34a0f6f501c6',NULL,'OXXXXXXXOOOXOOOX X',NULL,'b1 a3','b1 a3 d4 c1 b4 d3 d2 c4 d1 a1 a2 a4','0101010101','[204,1,4,0,3,0,6,0,0,0]','[0.8,0,0.875,0,0.9,0,1.0,0,1.0,-2]',NULL,'["3e94076feba7","88ba3a624a3c"]');
INSERT INTO games VALUES(2,X'367e62f2431966a68db271c2bc663134',2,0,1,8564974772191290347,1794845073271,'over',NULL,NULL,NULL,NULL,'[9,7]','[1,2]','[15,33]','0.1.0+34a0f6f501c6',NULL,'OOOXXOOXXXXOXXXO X',NULL,'b1 a3','b1 a3 a4 a1 a2 c1 d1 b4 c4 d4 d2 d3','0101010101','[0,3,0,3,0,2,0,2,0,0]','[3,0.5714285714285714,5,0.5625,3,0.0,5,0.375,5,0.0]',NULL,'["88ba3a624a3c","3e94076feba7"]');
INSERT INTO games VALUES(3,X'bf9f0d79069221286a7d87bb6b9e6a65',1,1,0,1514785506963187479,1794845073271,'over',NULL,NULL,NULL,NULL,'[11,5]','[1,2]','[38,8]','0.1.0+34a0f6f501c6',NULL,'XXXXXOXXXXOXXOOO O',NULL,'d3 d2','d3 d2 d1 b4 a2 b1 c4 d4 pass c1 a1 a3 a4','01010101010','[3,0,3,0,3,0,2,0,1,0,0]','[0.8,-2,0.9,-2,1.0,0,1.0,3,1.0,1,1.0]',NULL,'["3e94076feba7","88ba3a624a3c"]');
INSERT INTO games VALUES(4,X'2122db206672023fbaa81f5d8bf180a6',2,1,1,-4950278588047164669,1794845073271,'over',NULL,NULL,NULL,NULL,'[3,12]','[2,1]','[11,29]','0.1.0+34a0f6f501c6',NULL,'OOOXOOXOOOOOX-OO X',NULL,'d3 d2','d3 d2 b1 d4 pass a1 a2 a3 a4 c1 d1 c4','0101010101','[0,4,0,3,0,2,0,1,0,0]','[5,0.75,2,1.0,0,1.0,-2,1.0,-6,1.0]',NULL,'["88ba3a624a3c","3e94076feba7"]');
INSERT INTO games VALUES(5,X'4368419dfde51fa1dee7496fc41733d1',3,0,0,-3416141981676572674,1794845073334,'over',NULL,NULL,NULL,NULL,'[-84,-84,-84]','[1,1,1]','[0,185,0]','0.1.0+34a0f6f501c6',NULL,'.133./1113./.1.33/22222/..... - I1,I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,Z5,F I1,I2,I3,V3,I4,L4,T4,Z4,O4,L5,Y,N,P,U,T5,V5,W,Z5,F,X I1,I2,I3,V3,I4,L4,T4,Z4,O4,I5,L5,Y,N,P,U,T5,V5,W,F,X',NULL,'','b3,a4,b4,c4,b5 a2,b2,c2,d2,e2 d3,e3,d4,c5,d5','012','[19,23,0]','[null,0,null]',NULL,'["2febe1ef8725","c539e17c1cc6","2febe1ef8725"]');
INSERT INTO games VALUES(6,X'fce4fec7845efd491d3fa234102ad722',4,0,0,-3416141981676572674,1794845073361,'agreed',1,NULL,NULL,NULL,'[9,15]','[2,1]','[162,54]','0.1.0+34a0f6f501c6',NULL,'XXXXOOOOOOOXO-OO--OXOXX-OOX---O----- X',NULL,'c2 b4 a5 e2','c2 b4 a5 e2 e4 b5 c5 a6 d2 c1 b1 b2 d1 a4 a1 e1 f2 f1 a3 a2','0101010101010101','[25,0,2,0,1,0,1,1,1,1,1,0,1,0,1,0]','[2,-2,2,-2,0,0,-2,2,-2,2,-2,2,0,0,-6,6]',NULL,'["9a3a20ef95bf","9a3a20ef95bf"]');
INSERT INTO games VALUES(7,X'6e2db0f73a54669c207cbda12c7ba554',4,1,0,8564974772191290347,1794845073361,'agreed',1,NULL,NULL,NULL,'[9,13]','[2,1]','[235,44]','0.1.0+34a0f6f501c6',NULL,'-OOX----OO-X-XOOO-XXXOOO--XOO--X-OX- X',NULL,'e4 e3 c2 e5','e4 e3 c2 e5 f2 b1 e6 c5 b3 f4 d5 b4 b6 d2 d1 c1 a4 d6','01010101010101','[1,0,1,0,1,0,1,0,2,0,2,0,2,0]','[0,0,0,0,0,0,0,0,0,0,0,0,-4,4]',NULL,'["9a3a20ef95bf","9a3a20ef95bf"]');
CREATE INDEX games_in_order ON games (lineup, round, seating);
COMMIT;
