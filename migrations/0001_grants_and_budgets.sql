CREATE TABLE `grants` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`tool` text NOT NULL,
	`action` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `grants_in_force` ON `grants` (`project_id`,`tool`,`action`) WHERE revoked_at is null;--> statement-breakpoint
ALTER TABLE `conversations` ADD `budget` text;--> statement-breakpoint
ALTER TABLE `projects` ADD `budget` text;--> statement-breakpoint
ALTER TABLE `usage` ADD `cost_usd` real;