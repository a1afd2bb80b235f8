ALTER TABLE `automations` ADD `without_editor` text;--> statement-breakpoint
ALTER TABLE `automations` ADD `conversation` text DEFAULT 'new' NOT NULL;--> statement-breakpoint
ALTER TABLE `automations` ADD `conversation_id` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `scheduled_at` integer;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `missed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `depth` integer DEFAULT 0 NOT NULL;