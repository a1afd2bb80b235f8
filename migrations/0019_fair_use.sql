CREATE TABLE `allowances` (
	`subject` text PRIMARY KEY NOT NULL,
	`plan` text,
	`limits` text,
	`suspended_at` integer,
	`suspended_for` text
);
--> statement-breakpoint
CREATE INDEX `allowances_suspended` ON `allowances` (`suspended_at`);--> statement-breakpoint
CREATE TABLE `conversation_sizes` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`bytes` integer NOT NULL,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `conversation_sizes_project` ON `conversation_sizes` (`project_id`,`bytes`);--> statement-breakpoint
CREATE TABLE `quota_use` (
	`subject` text NOT NULL,
	`period` text NOT NULL,
	`runs` integer NOT NULL,
	`tokens` integer NOT NULL,
	PRIMARY KEY(`subject`, `period`)
);
--> statement-breakpoint
CREATE INDEX `quota_use_period` ON `quota_use` (`period`);--> statement-breakpoint
ALTER TABLE `audit` ADD `refused` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `times` integer DEFAULT 1 NOT NULL;