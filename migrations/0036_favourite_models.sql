CREATE TABLE `favourite_models` (
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
