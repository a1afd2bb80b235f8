/**
 * Starts a run by an automation's webhook, signed as https://www.standardwebhooks.com describes.
 *
 *   HOOK_URL=http://localhost:8787/hooks/aut_… HOOK_SECRET=whsec_… \
 *     npx node examples/webhook-sender/send.ts build-417 '{"branch":"main"}'
 *
 * The first argument is the delivery's id: the same id sent again begins no second run. The second is the payload.
 * Outside the clone: copy this file, `npm install standardwebhooks`, and run it with Node 22.18 or newer.
 */
import { Webhook } from 'standardwebhooks'

const { HOOK_URL: url, HOOK_SECRET: secret } = process.env
const [id, payload] = process.argv.slice(2)
if (!url || !secret || !id || payload === undefined) {
	console.error(
		'Set HOOK_URL and HOOK_SECRET to those of the automation, and give an id and a payload.',
	)
	process.exit(2)
}

const at = new Date()
const answer = await fetch(url, {
	method: 'POST',
	body: payload,
	headers: {
		'content-type': 'application/json',
		'webhook-id': id,
		'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
		'webhook-signature': new Webhook(secret).sign(id, at, payload),
	},
})
if (answer.ok) {
	const { deliveryId } = (await answer.json()) as { deliveryId: string }
	console.log(`Delivered as ${deliveryId}. Its run is on the automation's page, under Deliveries.`)
} else {
	console.error(`Not delivered (${answer.status}): ${await answer.text()}`)
	process.exitCode = 1
}
