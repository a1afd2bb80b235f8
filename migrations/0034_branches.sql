CREATE TABLE `branch_people` (
	`conversation_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`conversation_id`, `user_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `conversations`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `branch_people_user` ON `branch_people` (`user_id`);--> statement-breakpoint
ALTER TABLE `conversations` ADD `branched_from_conversation` text REFERENCES conversations(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `conversations` ADD `branched_from_message` text;--> statement-breakpoint
CREATE INDEX `conversations_branches` ON `conversations` (`branched_from_conversation`,`created_at`) WHERE branched_from_conversation is not null;