import type { Welcome } from '../../run/packs.ts'

export const WELCOME: Welcome = {
	title: 'What should happen in the scene?',
	how: 'Describe it in plain words. Every step appears here, next to your scene.',
	inFolder: true,
	suggestions: [
		'Make a red cube above the floor and let it fall',
		'Describe the scene',
		'Write a script that rotates an object and put it on a cube',
		'Show me the errors in the console',
	],
}
