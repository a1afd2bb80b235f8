ALTER TABLE `sessions` ADD `client` text;--> statement-breakpoint
CREATE INDEX `conversations_needs_you` ON `conversations` (`project_id`) WHERE last_run_state = 'waiting_approval';