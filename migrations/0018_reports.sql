CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`automation_id` text NOT NULL,
	`target` text NOT NULL,
	`destination` text,
	`user_id` text,
	`outcomes` text NOT NULL,
	`enabled` integer NOT NULL,
	`off` text,
	`secret` text,
	`origin` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`automation_id`) REFERENCES `automations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reports_automation` ON `reports` (`automation_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_user` ON `reports` (`user_id`);