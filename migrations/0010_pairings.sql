CREATE TABLE `pairings` (
	`id` text PRIMARY KEY NOT NULL,
	`device_code_hash` text NOT NULL,
	`user_code` text NOT NULL,
	`host` text NOT NULL,
	`platform` text NOT NULL,
	`folder` text NOT NULL,
	`address` text NOT NULL,
	`place` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`interval_ms` integer NOT NULL,
	`next_poll_at` integer NOT NULL,
	`state` text NOT NULL,
	`project_id` text,
	`decided_by` text,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_device_code` ON `pairings` (`device_code_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_user_code` ON `pairings` (`user_code`);--> statement-breakpoint
CREATE INDEX `pairings_expiry` ON `pairings` (`expires_at`);--> statement-breakpoint
CREATE INDEX `pairings_address` ON `pairings` (`address`);