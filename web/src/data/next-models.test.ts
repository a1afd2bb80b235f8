import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { nextModels, useCreateConversation } from './conversations.ts'

afterEach(() => {
	vi.unstubAllGlobals()
	nextModels.clear()
})

test('a new conversation takes the model that was chosen for it; the choices of other projects stay', async () => {
	nextModels.set('prj_1', 'deepseek/one').set('prj_2', 'deepseek/two')
	const bodies: string[] = []
	vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
		bodies.push(String(init?.body))
		return Response.json({
			...{
				id: 'cnv_0000000001',
				projectId: 'prj_0000000001',
				title: 'New',
				titleSource: 'default',
				mode: 'auto',
			},
			...{ model: 'deepseek/one', createdAt: 1, updatedAt: 1, lastRun: null },
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
	expect(bodies.join()).toContain('deepseek/one')
	expect([...nextModels]).toEqual([['prj_2', 'deepseek/two']])
})
