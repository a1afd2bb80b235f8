import { RunState } from '@fairlead/protocol/conversations/runs'
import { expect, test } from 'vitest'
import { endWords } from './end-words.ts'

test('only an answer that is complete is called complete', () => {
	const complete = RunState.options.filter((state) => /complete/.test(endWords(state).join()))
	expect(complete).toEqual(['completed'])
})

test('a run that failed or was stopped is said to have failed or been stopped', () => {
	expect(endWords('failed')).toEqual(['The run failed.'])
	expect(endWords('cancelled')).toEqual(['The run was stopped.'])
	expect(endWords(undefined)).toEqual([])
})
