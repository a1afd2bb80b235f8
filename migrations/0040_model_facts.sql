CREATE TABLE `model_facts` (
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`own` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `name`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
