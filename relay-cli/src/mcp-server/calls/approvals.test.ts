/** An answer in a client's form allows what it names, and nothing else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { APPROVAL_KEY, resolveMcpCall } from '@fairlead/protocol/mcp'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { McpApprovals, type Verdict } from './approvals.ts'
import { seenFiles } from './seen-files.ts'

const SECRET = 'Assets/S/secrets.json'
const NOTHING = { state: undefined, responses: undefined }
const ADA = { client: 'Claude Code' }

function copy(from: string, to: string) {
	const resolved = resolveMcpCall(
		'copy_file',
		{ from, to, overwrite: true },
		{ kind: 'unity', custom: [] },
	)
	if (resolved.kind !== 'call') throw new Error(JSON.stringify(resolved.outcome))
	return resolved.call
}

type Asked = Extract<Verdict, { kind: 'ask' }>
const asked = (verdict: Verdict): Asked => {
	if (verdict.kind !== 'ask') throw new Error(`It was not asked about: ${verdict.kind}.`)
	return verdict
}

describe('"until the client disconnects" for a copy of a file with secrets', () => {
	it.each([
		'Assets/Editor/evil.cs',
		'Assets/csc.rsp',
		'Packages/manifest.json',
		'Assets/Q/open.txt',
	])('does not cover its copy to %s, and names both ends', (to) => {
		const approvals = new McpApprovals('auto', [], () => new Map())
		const first = copy(SECRET, `${SECRET}.bak`)
		const { state, question } = asked(approvals.judge(first, ADA, NOTHING))
		const titles = question?.requestedSchema.properties.decision.oneOf.map(({ title }) => title)
		expect(titles).toContain(
			`Allow "Copy a file" (${SECRET} → ${SECRET}.bak) until the client disconnects`,
		)
		const answer = { action: 'accept', content: { decision: 'session' } }
		const responses = { [APPROVAL_KEY]: answer }
		expect(approvals.judge(first, ADA, { state, responses }).kind).toBe('run')
		expect(approvals.judge(first, ADA, NOTHING).kind).toBe('run')
		expect(approvals.judge(copy(SECRET, to), ADA, NOTHING).kind).toBe('ask')
	})

	it('says every reason to ask', () => {
		const { question } = asked(
			new McpApprovals('auto', [], () => new Map()).judge(
				copy(SECRET, 'Assets/Editor/evil.cs'),
				ADA,
				NOTHING,
			),
		)
		expect(question?.message).toMatch(/holds secrets\. This call changes a file that runs code/)
	})
})

describe('a file that changes while the person reads the form', () => {
	const responses = { [APPROVAL_KEY]: { action: 'accept', content: { decision: 'session' } } }

	it.each(['the source of a copy', 'the file that is written over'])('stops it: %s', (which) => {
		const folder = mkdtempSync(join(tmpdir(), 'fairlead-seen-'))
		onTestFinished(() => rmSync(folder, { recursive: true }))
		mkdirSync(join(folder, 'Assets', 'Editor'), { recursive: true })
		const file = (name: string) => join(folder, 'Assets', name)
		writeFileSync(file('src.md'), 'harmless')
		writeFileSync(file('Editor/Z.cs'), 'old')
		const call = copy('Assets/src.md', 'Assets/Editor/Z.cs')
		const approvals = new McpApprovals('auto', [], (one) => seenFiles(folder, one))
		const first = asked(approvals.judge(call, ADA, NOTHING))
		const changed = which === 'the source of a copy' ? 'src.md' : 'Editor/Z.cs'
		writeFileSync(file(changed), 'another')
		expect(approvals.judge(call, ADA, { state: first.state, responses })).toMatchObject({
			kind: 'refused',
			outcome: { error: { code: 'stale_file', message: expect.stringContaining(changed) } },
		})
		const again = asked(approvals.judge(call, ADA, NOTHING))
		expect(approvals.judge(call, ADA, { state: again.state, responses }).kind).toBe('run')
	})
})

test('below the assets of a website, files that it is built with are asked about', () => {
	const write = (path: string, folder: 'unity' | 'plain') => {
		const args = { path, content: '{}' }
		const resolved = resolveMcpCall('write_file', args, { kind: 'unity', folder, custom: [] })
		if (resolved.kind !== 'call') throw new Error(JSON.stringify(resolved.outcome))
		const approvals = new McpApprovals('auto', [], () => new Map())
		return approvals.judge(resolved.call, ADA, NOTHING)
	}
	for (const name of ['package.json', 'Makefile', 'webpack.config.js', 'node_modules/x/index.js'])
		expect(asked(write(`assets/${name}`, 'plain')).question?.message).toContain('runs code')
	expect(write('assets/logo.txt', 'plain').kind).toBe('run')
	expect(write('Assets/package.json', 'unity').kind).toBe('run')
})
