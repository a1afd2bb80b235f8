CREATE TABLE `arena_battles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`mode` text NOT NULL,
	`status` text NOT NULL,
	`started_by` integer,
	`pair` text,
	`settings` text NOT NULL,
	`seed` integer NOT NULL,
	`engine_version` integer NOT NULL,
	`left_out` text NOT NULL,
	`rounds` text,
	`result` text,
	`factor` real,
	`suicide_nullified` integer DEFAULT false NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`started_by`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `arena_battles_recent` ON `arena_battles` (`mode`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `arena_battles_pair` ON `arena_battles` (`pair`,`finished_at`) WHERE pair is not null;--> statement-breakpoint
CREATE INDEX `arena_battles_running` ON `arena_battles` (`started_by`) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX `arena_battles_started_by` ON `arena_battles` (`started_by`);--> statement-breakpoint
CREATE TABLE `arena_commits` (
	`seq` integer PRIMARY KEY NOT NULL,
	`battle_id` integer NOT NULL,
	FOREIGN KEY (`battle_id`) REFERENCES `arena_battles`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arena_commits_battle` ON `arena_commits` (`battle_id`);--> statement-breakpoint
CREATE TABLE `arena_players` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`user_id` text,
	`key_hash` text,
	`left_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arena_players_name` ON `arena_players` (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `arena_players_key` ON `arena_players` (`key_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `arena_players_user` ON `arena_players` (`user_id`);--> statement-breakpoint
CREATE TABLE `arena_ratings` (
	`player_id` integer NOT NULL,
	`mode` text NOT NULL,
	`rating` real NOT NULL,
	`deviation` real NOT NULL,
	`volatility` real NOT NULL,
	`shown` integer NOT NULL,
	`wins` integer DEFAULT 0 NOT NULL,
	`losses` integer DEFAULT 0 NOT NULL,
	`ties` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`player_id`, `mode`),
	FOREIGN KEY (`player_id`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `arena_ratings_rank` ON `arena_ratings` (`mode`,`shown`,`player_id`);--> statement-breakpoint
CREATE TABLE `arena_sides` (
	`battle_id` integer NOT NULL,
	`slot` integer NOT NULL,
	`mode` text NOT NULL,
	`player_id` integer,
	`is_stock_bot` integer NOT NULL,
	`name` text,
	`warrior_name` text NOT NULL,
	`source_hash` text,
	`placement` integer,
	`points` integer,
	`wins` integer,
	`losses` integer,
	`ties` integer,
	`rating_before` integer,
	`rating_after` integer,
	`deviation_before` real,
	`deviation_after` real,
	PRIMARY KEY(`battle_id`, `slot`),
	FOREIGN KEY (`battle_id`) REFERENCES `arena_battles`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`player_id`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`source_hash`) REFERENCES `arena_sources`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `arena_sides_player` ON `arena_sides` (`player_id`,`battle_id`,`mode`,`placement`) WHERE player_id is not null;--> statement-breakpoint
CREATE INDEX `arena_sides_source` ON `arena_sides` (`source_hash`) WHERE source_hash is not null;--> statement-breakpoint
CREATE TABLE `arena_sources` (
	`hash` text PRIMARY KEY NOT NULL,
	`redcode` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `arena_warriors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`player_id` integer NOT NULL,
	`mode` text NOT NULL,
	`name` text NOT NULL,
	`source_hash` text NOT NULL,
	`instruction_count` integer NOT NULL,
	`auto_join` integer NOT NULL,
	`last_arena_at` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`player_id`) REFERENCES `arena_players`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`source_hash`) REFERENCES `arena_sources`(`hash`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `arena_warriors_player` ON `arena_warriors` (`player_id`,`mode`);--> statement-breakpoint
CREATE INDEX `arena_warriors_joining` ON `arena_warriors` (`last_arena_at`,`id`) WHERE auto_join = 1;--> statement-breakpoint
CREATE INDEX `arena_warriors_source` ON `arena_warriors` (`source_hash`);--> statement-breakpoint
CREATE TRIGGER arena_warriors_source_changed AFTER UPDATE OF source_hash ON arena_warriors WHEN old.source_hash IS NOT new.source_hash BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
--> statement-breakpoint
CREATE TRIGGER arena_warriors_source_deleted AFTER DELETE ON arena_warriors BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
--> statement-breakpoint
CREATE TRIGGER arena_sides_source_changed AFTER UPDATE OF source_hash ON arena_sides WHEN old.source_hash IS NOT new.source_hash BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
--> statement-breakpoint
CREATE TRIGGER arena_sides_source_deleted AFTER DELETE ON arena_sides BEGIN
	DELETE FROM arena_sources WHERE hash = old.source_hash
		AND NOT EXISTS (SELECT 1 FROM arena_warriors WHERE source_hash = old.source_hash)
		AND NOT EXISTS (SELECT 1 FROM arena_sides WHERE source_hash = old.source_hash);
END;
