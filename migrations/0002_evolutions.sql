CREATE TABLE `evolutions` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `evolutions_person` ON `evolutions` (`project_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `evolutions_user` ON `evolutions` (`user_id`);--> statement-breakpoint
CREATE INDEX `evolutions_running` ON `evolutions` (`started_at`) WHERE ended_at is null;