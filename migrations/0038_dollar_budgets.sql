CREATE TABLE `dollar_budgets` (
	`subject` text PRIMARY KEY NOT NULL,
	`usd_per_day` real,
	`usd_per_month` real,
	`unknown_stops` integer NOT NULL,
	`warned_day` text,
	`warned_day_run` text,
	`warned_month` text,
	`warned_month_run` text
);
--> statement-breakpoint
CREATE TABLE `running_spend` (
	`run_id` text PRIMARY KEY NOT NULL,
	`counted_by` text NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`usd` real NOT NULL,
	`unpriced_calls` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `running_spend_counted_by` ON `running_spend` (`counted_by`);--> statement-breakpoint
CREATE INDEX `running_spend_project` ON `running_spend` (`project_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `running_spend_person` ON `running_spend` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `running_spend_updated` ON `running_spend` (`updated_at`);--> statement-breakpoint
DROP INDEX `usage_project`;--> statement-breakpoint
ALTER TABLE `usage` ADD `priced_usd` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `usage` ADD `unpriced_calls` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `usage` SET
	`priced_usd` = coalesce(`cost_usd`, (SELECT total(value ->> 'costUsd') FROM json_each(`usage`.`calls`)), 0),
	`unpriced_calls` = CASE WHEN `cost_usd` IS NOT NULL THEN 0 WHEN `calls` IS NULL THEN 1
		ELSE (SELECT count(*) FROM json_each(`usage`.`calls`) WHERE value ->> 'costUsd' IS NULL) END
	WHERE `created_at` >= (unixepoch() - 62 * 86400) * 1000;--> statement-breakpoint
CREATE INDEX `usage_person` ON `usage` (`user_id`,`created_at`,`priced_usd`,`unpriced_calls`);--> statement-breakpoint
CREATE INDEX `usage_project` ON `usage` (`project_id`,`created_at`,`priced_usd`,`unpriced_calls`);