CREATE TABLE `model_keys` (
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`sealed` text NOT NULL,
	`last_four` text NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `provider`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
