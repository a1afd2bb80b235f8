/** The operator of the installation under test. */
import { JSON_TYPE } from '../api-kit.ts'
import { fetchApp } from '../double/harness.ts'

export const ADMIN_TOKEN = 'test-operator-token-of-this-server'

export const operate = (method: string, path: string, body?: unknown): Promise<Response> =>
	fetchApp(`/api/operator${path}`, {
		method,
		headers: {
			authorization: `Bearer ${ADMIN_TOKEN}`,
			...(body === undefined ? {} : JSON_TYPE),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})

export const suspend = (path: string, reason = 'Mining coins.'): Promise<Response> =>
	operate('POST', `${path}/suspension`, { reason })
