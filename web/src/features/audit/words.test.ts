import { expect, test } from 'vitest'
import { wordsOf } from './words.ts'

test.each([
	['answerApproval', { approved: false, scope: 'once' }, 'Denied a call, once'],
	[
		'answerApproval',
		{ approved: true, scope: 'project' },
		'Approved a call, always in this project',
	],
	['revert', { preview: true }, 'Previewed a revert'],
	['revert', { preview: false }, 'Reverted a step or a run'],
	['revert', null, null],
	['updateConversation', { changed: 'title, mode' }, 'Changed a conversation: title, mode'],
	['updateMember', { role: 'editor' }, null],
])('%s with %j', (event, detail, words) => {
	expect(wordsOf({ event, detail })).toBe(words)
})
