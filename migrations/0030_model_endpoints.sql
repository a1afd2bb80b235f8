CREATE TABLE `model_endpoints` (
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`url` text NOT NULL,
	`sealed` text,
	`last_four` text,
	`models` text NOT NULL,
	`read_at` integer NOT NULL,
	`origin` text NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
