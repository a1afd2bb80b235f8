/** The types of the client, from the OpenAPI document of the server's routes. */
import openapiTS, { astToString } from 'openapi-typescript'

const HEADER = '/** Generated from the routes of the Worker by `npm run generate`. */\n\n'

/** @param document as `GET /api/openapi.json` answers it */
export async function openApiTypes(document: object): Promise<string> {
	// It wants the document as text: its own type knows only some of OpenAPI's fields.
	return HEADER + astToString(await openapiTS(JSON.stringify(document), { alphabetize: true }))
}
