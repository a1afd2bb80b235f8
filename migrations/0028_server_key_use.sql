CREATE TABLE `server_key_use` (
	`user_id` text NOT NULL,
	`period` text NOT NULL,
	`tokens` integer NOT NULL,
	`usd` real NOT NULL,
	PRIMARY KEY(`user_id`, `period`)
);
--> statement-breakpoint
CREATE INDEX `server_key_use_period` ON `server_key_use` (`period`);