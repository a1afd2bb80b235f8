CREATE TABLE `arena_models` (
	`mode` text NOT NULL,
	`model` text NOT NULL,
	`warriors` integer NOT NULL,
	`wins` integer NOT NULL,
	`losses` integer NOT NULL,
	`ties` integer NOT NULL,
	PRIMARY KEY(`mode`, `model`)
);
--> statement-breakpoint
ALTER TABLE `arena_sides` ADD `model` text;--> statement-breakpoint
ALTER TABLE `arena_warriors` ADD `model` text;--> statement-breakpoint
CREATE INDEX `arena_warriors_model` ON `arena_warriors` (`mode`,`model`) WHERE model is not null;