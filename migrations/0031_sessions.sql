ALTER TABLE `conversations` ADD `pinned` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `archived` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `folder` text;--> statement-breakpoint
ALTER TABLE `conversations` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `conversations_listed` ON `conversations` (`project_id`,`archived`,`pinned`,`updated_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `conversations_folder` ON `conversations` (`project_id`,`folder`) WHERE folder is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX `conversations_trash` ON `conversations` (`project_id`,`deleted_at`) WHERE deleted_at is not null;