DROP INDEX `grants_in_force`;--> statement-breakpoint
ALTER TABLE `grants` ADD `subject` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `grants_in_force` ON `grants` (`project_id`,`tool`,`action`,`subject`) WHERE revoked_at is null;--> statement-breakpoint
UPDATE `grants` SET `revoked_at` = `created_at` WHERE `revoked_at` IS NULL AND `tool` IN ('unity_batch', 'execute_menu_item');
