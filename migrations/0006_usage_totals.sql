CREATE TABLE `usage_totals` (
	`project_id` text PRIMARY KEY NOT NULL,
	`runs` integer NOT NULL,
	`priced_runs` integer NOT NULL,
	`cost_usd` real NOT NULL,
	`input_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cache_read_tokens` integer NOT NULL,
	`cache_write_tokens` integer NOT NULL,
	`last_used_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `usage_totals`
SELECT `project_id`, count(*), count(`cost_usd`), coalesce(sum(`cost_usd`), 0), sum(`input_tokens`), sum(`output_tokens`), sum(`cache_read_tokens`), sum(`cache_write_tokens`), max(`created_at`)
FROM `usage` GROUP BY `project_id`;
