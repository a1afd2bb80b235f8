#nullable enable
#if FAIRLEAD_ANIMATION
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Queries;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Animating
{
    /// <summary>The animated properties of a clip, and their keys.</summary>
    internal static class ClipFacts
    {
        private const int MaxEvents = 50;
        private const int MaxKeys = 50;

        internal static JObject Answer(ToolArguments arguments)
        {
            var path = arguments.AssetPath("path");
            var name = arguments.OptionalText("clip_name", 1, 200);
            var withKeys = arguments.Flag("keys", false);
            var limit = arguments.Integer("limit", 1, 200, 50);
            var cursor = arguments.OptionalText("cursor", 0, 200);
            arguments.End();
            var (target, clip) = AnimationAssets.NeedClip(path, name);
            var bindings = AnimationUtility.GetCurveBindings(clip).Concat(AnimationUtility.GetObjectReferenceCurveBindings(clip)).ToList();
            var page = Pages<EditorCurveBinding>.Of(bindings, limit, cursor);
            var events = AnimationUtility.GetAnimationEvents(clip);
            return new JObject
            {
                ["assetPath"] = target,
                ["name"] = clip.name,
                ["lengthSeconds"] = ObjectFacts.Plain(clip.length),
                ["frameRate"] = ObjectFacts.Plain(clip.frameRate),
                ["loops"] = clip.legacy ? clip.wrapMode == WrapMode.Loop : AnimationUtility.GetAnimationClipSettings(clip).loopTime,
                ["legacy"] = clip.legacy,
                ["events"] = new JArray(events.Take(MaxEvents).Select(one => new JObject
                {
                    ["time"] = ObjectFacts.Plain(one.time),
                    ["function"] = one.functionName,
                })),
                ["eventCount"] = events.Length,
                ["bindings"] = new JArray(page.Shown.Select(binding => Told(clip, binding, withKeys))),
                ["total"] = bindings.Count,
                ["nextCursor"] = page.NextCursor,
            };
        }

        private static JObject Told(AnimationClip clip, EditorCurveBinding binding, bool withKeys)
        {
            var told = new JObject
            {
                ["path"] = binding.path,
                ["component"] = binding.type?.Name ?? ObjectFacts.MissingScript,
                ["property"] = binding.propertyName,
            };
            var keys = binding.isPPtrCurve ? References(clip, binding) : Values(clip, binding);
            told["keyCount"] = keys.Count;
            if (withKeys) told["keys"] = new JArray(keys.Take(MaxKeys));
            return told;
        }

        private static List<JObject> Values(AnimationClip clip, EditorCurveBinding binding) =>
            (AnimationUtility.GetEditorCurve(clip, binding)?.keys ?? System.Array.Empty<Keyframe>())
            .Select(key => new JObject { ["time"] = ObjectFacts.Plain(key.time), ["value"] = ObjectFacts.Plain(key.value) })
            .ToList();

        private static List<JObject> References(AnimationClip clip, EditorCurveBinding binding) =>
            (AnimationUtility.GetObjectReferenceCurve(clip, binding) ?? System.Array.Empty<ObjectReferenceKeyframe>())
            .Select(key => new JObject { ["time"] = ObjectFacts.Plain(key.time), ["value"] = key.value == null ? null : key.value.name })
            .ToList();
    }
}
#endif
