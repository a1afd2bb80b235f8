/** Prints the OpenAPI document, as `GET /api/openapi.json` answers it. */
import { openApiDocument } from '../src/http/openapi.ts'
import { routes } from '../src/http/routes.ts'

process.stdout.write(JSON.stringify(openApiDocument(routes)))
