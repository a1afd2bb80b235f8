/**
 * Writes `src/openapi.ts`, the types of the API, from `openapi.json`, the document that `GET /api/openapi.json` answers.
 * Plain JavaScript: `npm ci` runs it on the Node that is there.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const at = (path) => new URL(path, import.meta.url)

// The document as text: the parser's own type knows only some of OpenAPI's fields.
const types = await openapiTS(readFileSync(at('../openapi.json'), 'utf8'), { alphabetize: true })
writeFileSync(
	at('../src/openapi.ts'),
	`/** Generated from openapi.json by \`npm run types\`. */\n\n${astToString(types)}`,
)
