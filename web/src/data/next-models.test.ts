import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { nextModels, useCreateConversation } from './conversations/conversations.ts'

afterEach(() => {
	vi.unstubAllGlobals()
	nextModels.clear()
})

test('a new conversation takes the model and effort that were chosen for it; the choices of other projects stay', async () => {
	const other = { model: 'deepseek/two', effort: null }
	nextModels.set('prj_1', { model: 'deepseek/one', effort: 'high' }).set('prj_2', other)
	const bodies: string[] = []
	vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
		bodies.push(String(init?.body))
		return Response.json({
			id: 'cnv_0000000001',
			projectId: 'prj_0000000001',
			title: 'New',
			titleSource: 'default',
			mode: 'auto',
			model: 'deepseek/one',
			createdAt: 1,
			updatedAt: 1,
			lastRun: null,
		})
	})
	let create: ReturnType<typeof useCreateConversation> | undefined
	const Page = () => {
		create = useCreateConversation('prj_1')
		return null
	}
	const client = new QueryClient()
	renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)))
	await create?.mutateAsync({})
	expect(bodies.map((body) => JSON.parse(body))).toEqual([
		{ model: 'deepseek/one', effort: 'high' },
	])
	expect([...nextModels]).toEqual([['prj_2', other]])
})
