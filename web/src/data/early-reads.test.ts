import { afterEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api/client.ts'
import { beginReads, conversationPath, messagesPath } from './early-reads.ts'

const asked: string[] = []

/** Each answer names the path and how often it was asked for. */
function serve(): void {
	vi.stubGlobal('fetch', (path: string) => {
		asked.push(path)
		const times = asked.filter((other) => other === path).length
		return Promise.resolve(Response.json({ path, times }))
	})
}

afterEach(() => {
	asked.length = 0
	vi.unstubAllGlobals()
})

const Answer = z.object({ path: z.string(), times: z.number() })

it('an early read gives its answer once, then asks again', async () => {
	serve()
	beginReads('/p/prj_1/c/cnv_1')
	expect(asked).toEqual([messagesPath('cnv_1', null), conversationPath('cnv_1')])

	const path = conversationPath('cnv_1')
	expect(await api(Answer, path)).toEqual({ path, times: 1 })
	expect(await api(Answer, path)).toEqual({ path, times: 2 })
	expect(asked).toHaveLength(3)
	await api(Answer, messagesPath('cnv_1', null))
})

it('an early read does not answer a change', async () => {
	serve()
	beginReads('/p/prj_1/c/cnv_2')
	const path = conversationPath('cnv_2')
	expect(await api(Answer, path, { method: 'PATCH', body: {} })).toEqual({ path, times: 2 })
})

it('an early read that failed is reported as being offline', async () => {
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
	beginReads('/p/prj_1/c/cnv_3')
	await expect(api(Answer, conversationPath('cnv_3'))).rejects.toMatchObject({ code: 'offline' })
})

it.each(['/', '/p/prj_1', '/p/prj_1/settings', '/shared/abc'])('no early read is at %s', (path) => {
	serve()
	beginReads(path)
	expect(asked).toEqual([])
})
