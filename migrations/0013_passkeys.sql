CREATE TABLE `passkey_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text,
	`client` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_client` ON `passkey_challenges` (`client`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`aaguid` text NOT NULL,
	`name` text NOT NULL,
	`backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `changes_author` ON `changes` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `grants_created_by` ON `grants` (`created_by`);--> statement-breakpoint
CREATE INDEX `messages_author` ON `messages` (`author_id`) WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX `runs_user` ON `runs` (`user_id`);--> statement-breakpoint
CREATE INDEX `usage_user` ON `usage` (`user_id`,`run_id`);