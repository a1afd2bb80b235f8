CREATE TABLE `listed_models` (
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`models` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `provider`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
