import type { Welcome } from '../../run/packs.ts'

export const WELCOME: Welcome = {
	title: 'What should your warrior do?',
	how: 'Describe it in plain words. The agent writes it, tries it, and fights on the ladder.',
	inFolder: false,
	suggestions: [
		'Give me a tour',
		'Write a bomber and test it against the stock warriors',
		'Explain a round against Imp',
		'Show the leaderboard',
	],
}
