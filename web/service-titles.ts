/**
 * Names and titles of the services with models, put into the page's code when it is built: what else is
 * declared of them, such as prices, is not part of the page.
 */
import { SERVICE_TITLES } from '@fairlead/protocol/services/titles'
import type { Plugin } from 'vite'

export const serviceTitles = (): Plugin => ({
	name: 'service-titles',
	load: (id) =>
		id.endsWith('/protocol/src/services/titles.ts')
			? `export const SERVICE_TITLES = ${JSON.stringify(SERVICE_TITLES)}`
			: null,
})
