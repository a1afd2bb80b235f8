DROP TABLE `usage_totals`;
--> statement-breakpoint
CREATE TABLE `usage_totals` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`runs` integer NOT NULL,
	`priced_runs` integer NOT NULL,
	`cost_usd` real NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_write_tokens` integer NOT NULL,
	`reasoning_tokens` integer DEFAULT 0 NOT NULL,
	`estimated_tokens` integer DEFAULT 0 NOT NULL,
	`last_used_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`)
);
--> statement-breakpoint
INSERT INTO `usage_totals` (`project_id`, `user_id`, `runs`, `priced_runs`, `cost_usd`, `input_tokens`, `output_tokens`, `cache_read_tokens`, `cache_write_tokens`, `last_used_at`)
SELECT `project_id`, `user_id`, count(*), count(`cost_usd`), total(`cost_usd`), sum(`input_tokens`), sum(`output_tokens`), sum(`cache_read_tokens`), sum(`cache_write_tokens`), max(`created_at`) FROM `usage` GROUP BY `project_id`, `user_id`;
--> statement-breakpoint
ALTER TABLE `usage` ADD `conversation_id` text;--> statement-breakpoint
ALTER TABLE `usage` ADD `reasoning_tokens` integer;--> statement-breakpoint
ALTER TABLE `usage` ADD `estimated_tokens` integer;--> statement-breakpoint
ALTER TABLE `usage` ADD `calls` text;--> statement-breakpoint
CREATE INDEX `usage_conversation` ON `usage` (`conversation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `usage_project_person` ON `usage` (`project_id`,`user_id`,`created_at`);
--> statement-breakpoint
UPDATE `usage` SET `conversation_id` = (SELECT `conversation_id` FROM `runs` WHERE `runs`.`id` = `usage`.`run_id`);
