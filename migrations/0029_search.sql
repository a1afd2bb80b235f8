-- What the search of conversations reads: titles, and texts of messages. Trigrams find parts of words, in scripts without
-- spaces too, whatever the case or the accents. `place` is the end of the project's id, one trigram, so that a search
-- reads little of other projects; the exact project is compared afterwards. Triggers keep both complete, whoever writes.
-- D1 cannot export virtual tables: docs/deploy.md says how a backup leaves them out, and this file makes them anew.
CREATE VIRTUAL TABLE title_index USING fts5(place, title, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
CREATE VIRTUAL TABLE text_index USING fts5(place, text, tokenize = 'trigram remove_diacritics 1');
--> statement-breakpoint
INSERT INTO title_index (rowid, place, title) SELECT rowid, substr(project_id, -3), title FROM conversations;
--> statement-breakpoint
INSERT INTO text_index (rowid, place, text)
	SELECT messages.rowid, substr(project_id, -3), text FROM messages JOIN conversations ON conversations.id = conversation_id;
--> statement-breakpoint
CREATE TRIGGER title_index_insert AFTER INSERT ON conversations BEGIN
	INSERT INTO title_index (rowid, place, title) VALUES (new.rowid, substr(new.project_id, -3), new.title);
END;
--> statement-breakpoint
CREATE TRIGGER title_index_update AFTER UPDATE OF title, project_id ON conversations BEGIN
	UPDATE title_index SET place = substr(new.project_id, -3), title = new.title WHERE rowid = new.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER title_index_delete AFTER DELETE ON conversations BEGIN
	DELETE FROM title_index WHERE rowid = old.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER text_index_insert AFTER INSERT ON messages BEGIN
	INSERT INTO text_index (rowid, place, text)
		SELECT new.rowid, substr(project_id, -3), new.text FROM conversations WHERE id = new.conversation_id;
END;
--> statement-breakpoint
CREATE TRIGGER text_index_update AFTER UPDATE OF text ON messages BEGIN
	UPDATE text_index SET text = new.text WHERE rowid = new.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER text_index_delete AFTER DELETE ON messages BEGIN
	DELETE FROM text_index WHERE rowid = old.rowid;
END;
