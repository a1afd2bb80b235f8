import { expect, test } from 'vitest'
import { resolveCall } from './registry.ts'

const subjectIn = (place: string | undefined): string | undefined => {
	const resolved = resolveCall('agent_permission', {
		agent: 'Claude Code',
		tool: 'Bash',
		text: 'npm run lint',
		language: '',
		session: 'Mend the door',
		request_id: 'ask_0123456789abcdef',
		...(place === undefined ? {} : { place }),
	})
	if (!resolved.ok) throw new Error(resolved.error.message)
	const { action, args } = resolved.call
	return action.subject?.(args)
}

test('a permission for one folder of a computer does not cover another one, or another computer', () => {
	const subjects = ['site on vm', 'shop on vm', 'site on ada-laptop', undefined].map(subjectIn)
	expect(new Set(subjects).size).toBe(4)
	expect(subjects[0]).toBe('Claude Code, Bash, site on vm: npm run lint')
})
