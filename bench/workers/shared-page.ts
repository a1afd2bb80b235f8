/** Renders a shared page as often as it is asked to, for its CPU in workerd. */
import { renderSample } from '../../scripts/builds/shared-page-sample.ts'

export default {
	fetch(request: Request): Response {
		const rounds = Number(new URL(request.url).searchParams.get('rounds') ?? '0')
		let bytes = 0
		for (let round = 0; round < rounds; round++) bytes += renderSample().length
		return new Response(String(bytes))
	},
}
