CREATE TABLE `share_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`share_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`name` text NOT NULL,
	`user_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `share_visits_secret_hash` ON `share_visits` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `share_visits_share` ON `share_visits` (`share_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `share_visits_user` ON `share_visits` (`user_id`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`conversation_id` text,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`label` text NOT NULL,
	`sign_in_required` integer NOT NULL,
	`scene` integer NOT NULL,
	`exports` integer NOT NULL,
	`uses_left` integer,
	`visits` integer DEFAULT 0 NOT NULL,
	`expires_at` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token_hash` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE INDEX `shares_project` ON `shares` (`project_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `shares_conversation` ON `shares` (`conversation_id`);