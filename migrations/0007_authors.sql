CREATE TABLE `changes` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`conversation_id` text,
	`what` text NOT NULL,
	`subject` text,
	`before` text,
	`after` text,
	`author_kind` text NOT NULL,
	`author_id` text NOT NULL,
	`author_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `projects`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `changes_project` ON `changes` (`project_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `messages` ADD `author_kind` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `author_id` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `author_name` text;--> statement-breakpoint
ALTER TABLE `runs` ADD `author_kind` text DEFAULT 'session' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `author_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `runs` ADD `author_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `usage` ADD `author_kind` text DEFAULT 'session' NOT NULL;--> statement-breakpoint
ALTER TABLE `usage` ADD `author_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `runs` SET `author_id` = `user_id`, `author_name` = coalesce((SELECT `name` FROM `users` WHERE `users`.`id` = `runs`.`user_id`), 'Owner');--> statement-breakpoint
UPDATE `usage` SET `author_id` = `user_id`;--> statement-breakpoint
UPDATE `messages` SET (`author_kind`, `author_id`, `author_name`) = (SELECT `author_kind`, `author_id`, `author_name` FROM `runs` WHERE `runs`.`id` = `messages`.`run_id`) WHERE `role` = 'user';--> statement-breakpoint
UPDATE `messages` SET `ui` = json_set(`ui`, '$.metadata.by', json_object('kind', `author_kind`, 'id', `author_id`, 'userId', `author_id`, 'name', `author_name`)) WHERE `role` = 'user' AND `ui` IS NOT NULL AND `author_id` IS NOT NULL;
