-- A ledger as the first version wrote it. It never changes.
PRAGMA application_id = 1346457678;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE events (
        event INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        begun_at INTEGER NOT NULL,
        settings TEXT,
        source TEXT NOT NULL,
        labels TEXT NOT NULL
    ) STRICT;
INSERT INTO "events" VALUES(1,'first cup',1794762986859,'{"game":"othello:size=4","agents":["mcts:nodes=20","greedy"],"seed":1}','[tournament]
','[["mcts:nodes=20","tree"]]');
CREATE TABLE lineups (
        lineup INTEGER PRIMARY KEY,
        event INTEGER NOT NULL REFERENCES events,
        game TEXT NOT NULL,
        agents TEXT NOT NULL,
        conditions TEXT NOT NULL,
        UNIQUE (event, game, agents, conditions)
    ) STRICT;
INSERT INTO "lineups" VALUES(1,1,'othello:size=4','["mcts:nodes=20","greedy"]','{}');
INSERT INTO "lineups" VALUES(2,1,'othello:size=4','["greedy","mcts:nodes=20"]','{}');
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
    ) STRICT;
INSERT INTO "games" VALUES(1,X'0FEB54D5BDDF6CD3C087B80647380672',1,0,0,-3416141981676572674,1794762986863,'over',NULL,NULL,NULL,NULL,'[14,0]','[1,2]','[67,8]','0.1.0',NULL,'XXXXXXXXXXXXX--X O',NULL,'b1 a3','b1 a3 d4 c1 d1 d2 d3 pass a1 pass a4 pass a2','01010101010','[45,1,8,0,6,0,1,0,1,0,0]','[0.65,0,0.95,0,1.0,-5,1.0,-8,1.0,-11,1.0]');
INSERT INTO "games" VALUES(2,X'F1FBFE6C582190E2876E65EE669A7489',2,0,1,8564974772191290347,1794762986863,'over',NULL,NULL,NULL,NULL,'[9,7]','[1,2]','[15,69]','0.1.0',NULL,'OOOXXOOXXXXOXXXO X',NULL,'b1 a3','b1 a3 a4 a1 a2 c1 d1 b4 c4 d4 d2 d3','0101010101','[0,8,0,7,0,6,0,2,0,0]','[3,0.5357142857142857,5,0.125,3,0.0,5,0.0,5,0.0]');
INSERT INTO "games" VALUES(3,X'5533D8C9241755D8E7BB0C506827C668',1,1,0,1514785506963187479,1794762986863,'over',NULL,NULL,NULL,NULL,'[14,1]','[1,2]','[69,6]','0.1.0',NULL,'XXXXXXXX-XXXXXXO O',NULL,'d3 d2','d3 d2 d1 b4 a2 b1 a4 d4 c4 pass a1 pass c1','01010101010','[8,0,8,0,6,0,1,0,0,0,0]','[0.5625,-2,1.0,-2,1.0,-2,1.0,-7,1.0,-10,1.0]');
INSERT INTO "games" VALUES(4,X'069D0D860AA20B1EDE0F55B811751F99',2,1,1,-4950278588047164669,1794762986863,'forfeit',0,'crash','ended with exit code 3; its last words: "it''s over"',NULL,'[5,3]','[2,1]','[12,65]','0.1.0','["Engine 1.0",null]','-X---XXO-XXO---O X',NULL,'d3 d2','d3 d2 b1 d4','01','[0,8]','[5,0.7]');
CREATE INDEX games_in_order ON games (lineup, round, seating);
COMMIT;
