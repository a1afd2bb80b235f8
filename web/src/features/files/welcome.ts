import type { Welcome } from '../../run/packs.ts'

export const WELCOME: Welcome = {
	title: 'What should change in this folder?',
	how: 'Describe it in plain words. Every step and every changed file appears here.',
	inFolder: true,
	suggestions: [
		'Describe what is in this folder',
		'Run the tests and fix what fails',
		'Find what is unfinished, and list it by importance',
		'Show me what has changed since the last commit',
	],
}
