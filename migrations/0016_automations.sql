CREATE TABLE `automations` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`trigger` text NOT NULL,
	`condition` text,
	`template` text NOT NULL,
	`mode` text NOT NULL,
	`model` text,
	`budget` text,
	`concurrency` text NOT NULL,
	`secret` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `automations_project` ON `automations` (`project_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`automation_id` text NOT NULL,
	`delivery_id` text NOT NULL,
	`source` text NOT NULL,
	`replay_of` text,
	`asked_by` text,
	`received_at` integer NOT NULL,
	`address` text NOT NULL,
	`headers` text NOT NULL,
	`payload` text NOT NULL,
	`payload_bytes` integer NOT NULL,
	`verdict` text,
	`error` text,
	`conversation_id` text,
	`run_id` text,
	FOREIGN KEY (`automation_id`) REFERENCES `automations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_delivery` ON `deliveries` (`automation_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `deliveries_received` ON `deliveries` (`automation_id`,`received_at`);