ALTER TABLE `messages` ADD `seq` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `ui` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `model` text;