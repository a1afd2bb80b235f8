CREATE TABLE `merged_trials` (
	`trial_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`merged_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `merged_trials_user` ON `merged_trials` (`user_id`);--> statement-breakpoint
CREATE INDEX `merged_trials_at` ON `merged_trials` (`merged_at`);