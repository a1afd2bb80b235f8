import { describe, expect, test } from 'vitest'
import { createAnnouncer } from './announcer.ts'

/** Feeds a text word by word, as it streams. */
function listen(text: string): string[] {
	const announcer = createAnnouncer()
	const heard: string[] = []
	for (let end = 1; end <= text.length; end++) heard.push(...announcer.update(text.slice(0, end)))
	return [...heard, ...announcer.flush(text)]
}

describe('announcer', () => {
	test('each sentence is heard once, when it is complete', () => {
		expect(listen('The cube fell. It lies on the floor! Is that right?')).toEqual([
			'The cube fell.',
			'It lies on the floor!',
			'Is that right?',
		])
	})

	test('a number with a point does not end a sentence', () => {
		expect(listen('It fell 2.5 m and stopped.')).toEqual(['It fell 2.5 m and stopped.'])
	})

	test('code is named, not read out', () => {
		const heard = listen('Here it is:\n\n```csharp\nvar a = 1.0f; // no. not this.\n```\n\nDone.')
		expect(heard).toEqual(['Here it is:', 'code block.', 'Done.'])
	})

	test('markup is silent and links are read by their words', () => {
		expect(listen('**Bold** and `code`, see [the page](https://a.example/b.c?d).')).toEqual([
			'Bold and code, see the page.',
		])
	})

	test('names keep their underscores', () => {
		expect(listen('Set `ANTHROPIC_API_KEY`, call _unity_query_ and __go__.')).toEqual([
			'Set ANTHROPIC_API_KEY, call unity_query and go.',
		])
	})

	test('a list without stops is read in pieces of bounded length', () => {
		const heard = listen('word '.repeat(400))
		expect(heard.length).toBeGreaterThan(3)
		expect(heard.every((sentence) => sentence.length <= 400)).toBe(true)
		expect(heard.join(' ').split(' ')).toHaveLength(400)
	})

	test('a step that was reset is read again', () => {
		const announcer = createAnnouncer()
		expect(announcer.update('First try. And ')).toEqual(['First try.'])
		expect(announcer.update('Two. ')).toEqual(['Two.'])
	})
})
