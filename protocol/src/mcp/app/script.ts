/**
 * What the app's page runs: it talks with its host by JSON-RPC over `postMessage` (SEP-1865), shows what the host hands
 * it, and asks for more only through the host. Whatever it shows is text or a picture's data.
 */
import { LINE_META_KEY, RUN_LINE } from './line.ts'

/** Between two looks at a run. */
const POLL_MS = 3_000
/** Then it looks no longer: the client has lost the server, or the host refuses. */
const MAX_FAILURES = 5
/** The newest calls; the others are counted. */
const MAX_STEPS = 30

export const SCRIPT = `(() => {
'use strict'
const at = (id) => document.getElementById(id)
const VERSION = '2026-01-26'
const WORDS = { queued: 'Queued', running: 'The agent is working', waiting_approval: 'Waiting for approval',
  waiting_editor: 'Waiting for Unity', waiting_retry: 'Waiting for the model', completed: 'Completed',
  failed: 'Failed', cancelled: 'Stopped' }
const OVER = ['completed', 'failed', 'cancelled']
const VIEWS = { game: 'Game view', scene: 'Scene view' }
const STEPS = { done: 'Done', running: 'Running', asking: 'Waiting for approval', failed: 'Failed', denied: 'Denied' }
const PICTURES = ['image/png', 'image/jpeg', 'image/webp']
const plain = (text) => String(text).replace(/[^\\P{C}\\n\\t]/gu, '\\uFFFD')

// The host

let last = 0
let may = {}
let over = false
const asked = new Map()
const post = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
const ask = (method, params) => new Promise((resolve, reject) => {
  const id = ++last
  asked.set(id, { resolve, reject })
  post({ id, method, params })
})
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return
  if (data.method === undefined) return answered(data)
  if (data.id !== undefined) return requested(data)
  const handler = HEARS[data.method]
  if (handler) handler(data.params ?? {})
})
function answered({ id, result, error }) {
  const waiting = asked.get(id)
  asked.delete(id)
  if (error) waiting?.reject(new Error(error.message))
  else waiting?.resolve(result)
}
function requested({ id, method }) {
  if (method === 'ui/resource-teardown') over = true
  if (method === 'ui/resource-teardown' || method === 'ping') post({ id, result: {} })
  else post({ id, error: { code: -32601, message: 'There is no such method.' } })
}
const HEARS = {
  'ui/notifications/host-context-changed': look,
  'ui/notifications/tool-input': (params) => { input = params.arguments ?? {} },
  'ui/notifications/tool-result': show,
  'ui/notifications/tool-cancelled': () => say('The call was cancelled.'),
}
function look({ theme, styles, toolInfo }) {
  const { style } = document.documentElement
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (/^--[a-z0-9-]+$/.test(name) && typeof value === 'string') style.setProperty(name, value)
  if (toolInfo?.tool?.name) tool = toolInfo.tool.name
}

// The picture

let input = {}
let tool = 'unity_screenshot'
function picture(mimeType, data, caption) {
  if (!PICTURES.includes(mimeType) || !/^[A-Za-z0-9+/=]+$/.test(data ?? '')) return
  at('picture').src = 'data:' + mimeType + ';base64,' + data
  at('picture').alt = caption
  at('caption').textContent = caption + ', ' + new Date().toLocaleTimeString()
  at('shown').hidden = false
  at('note').hidden = true
}
async function newPicture() {
  if (run && may.serverResources) {
    const { contents: [content] } = await ask('resources/read', { uri: 'fairlead://picture/game' })
    picture(content.mimeType, content.blob, VIEWS.game)
  } else if (!run && may.serverTools) show(await ask('tools/call', { name: tool, arguments: input }))
}

// The run

let run = null
let seen = ''
let failures = 0
function drawn(step) {
  const item = document.createElement('li')
  item.dataset.state = step.state
  const knot = document.createElement('span')
  knot.className = 'knot'
  knot.ariaHidden = 'true'
  const word = document.createElement('span')
  word.className = 'hidden'
  word.textContent = (STEPS[step.state] ?? '') + ': '
  const subject = document.createElement('b')
  subject.dir = 'auto'
  subject.textContent = plain(step.subject)
  const outcome = document.createElement('i')
  outcome.textContent = step.outcome ? ' · ' + plain(step.outcome) : ''
  item.append(knot, word, plain(step.what), step.subject ? ' ' : '', subject, outcome)
  return item
}
function showRun(next, steps) {
  run = next
  const shown = steps.slice(-${MAX_STEPS})
  at('state').textContent = WORDS[run.state]
  at('hint').textContent = plain(run.state === 'waiting_approval' ? 'Answer on the page or the phone.' : '')
  at('hint').hidden = at('hint').textContent === ''
  at('more').textContent = steps.length > shown.length ? steps.length - shown.length + ' earlier calls' : ''
  at('more').hidden = steps.length <= shown.length
  at('line').replaceChildren(...shown.map(drawn))
  at('answer').textContent = plain(run.answer ?? '')
  at('answer').hidden = !run.answer
  at('run').hidden = false
  at('note').hidden = true
  at('open').hidden = !(may.openLinks && /^https?:\\/\\//.test(run.page ?? ''))
  const now = JSON.stringify([run.state, steps.length])
  if (now !== seen) newPicture().catch(() => undefined)
  seen = now
  if (!OVER.includes(run.state) && may.serverTools) setTimeout(again, ${POLL_MS})
}
async function again() {
  if (over) return
  if (failures >= ${MAX_FAILURES}) return say('The server does not answer, so this is no longer updated. Open the page instead.')
  if (document.hidden) return void setTimeout(again, ${POLL_MS})
  try {
    show(await ask('tools/call', { name: '${RUN_LINE}', arguments: { id: run.id } }))
    failures = 0
  } catch {
    failures += 1
    setTimeout(again, ${POLL_MS} * failures)
  }
}

function say(text) {
  at('note').textContent = plain(text)
  at('note').hidden = false
}
function show({ content = [], structuredContent: data, isError, _meta }) {
  const image = content.find(({ type }) => type === 'image')
  if (image) picture(image.mimeType, image.data, VIEWS[input.action] ?? 'Picture')
  if (typeof data?.id === 'string' && WORDS[data.state]) showRun(data, _meta?.['${LINE_META_KEY}'] ?? [])
  else if (isError) say(messageIn(content))
  else if (!image) say('The tool answered without a picture.')
  at('again').hidden = run ? !may.serverResources : !(image && may.serverTools)
}
function messageIn([first]) {
  try {
    return JSON.parse(first.text).error.message
  } catch {
    return first?.text ?? 'The call failed.'
  }
}

at('again').addEventListener('click', async ({ currentTarget }) => {
  currentTarget.disabled = true
  await newPicture().catch((error) => say(error.message))
  currentTarget.disabled = false
})
at('open').addEventListener('click', () => ask('ui/open-link', { url: run.page }).catch((error) => say(error.message)))

ask('ui/initialize', {
  protocolVersion: VERSION,
  appInfo: { name: 'fairlead', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline'] },
}).then(({ hostCapabilities, hostContext }) => {
  may = hostCapabilities ?? {}
  look(hostContext ?? {})
  post({ method: 'ui/notifications/initialized', params: {} })
  new ResizeObserver(() => {
    const { scrollWidth: width } = document.documentElement
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    post({ method: 'ui/notifications/size-changed', params: { width, height } })
  }).observe(document.body)
}, (error) => say(error.message))
})()`
