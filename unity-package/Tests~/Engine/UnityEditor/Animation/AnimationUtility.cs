#nullable enable
using System;
using System.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    public partial struct EditorCurveBinding
    {
        public string path;
        public string propertyName;

        public Type? type { get; set; }

        public bool isPPtrCurve => false;
    }

    public partial struct ObjectReferenceKeyframe
    {
        public float time;
        public Object value;
    }

    public partial class AnimationClipSettings
    {
        public bool loopTime;
    }

    /// <summary>The engine's clips hold curves of numbers alone.</summary>
    public partial class AnimationUtility
    {
        public static EditorCurveBinding[] GetCurveBindings(AnimationClip clip) =>
            clip.Curves
                .Select(curve =>
                    new EditorCurveBinding { path = curve.path, propertyName = curve.property, type = Type.GetType(curve.component) })
                .ToArray();

        public static EditorCurveBinding[] GetObjectReferenceCurveBindings(AnimationClip clip) => Array.Empty<EditorCurveBinding>();

        public static ObjectReferenceKeyframe[]? GetObjectReferenceCurve(AnimationClip clip, EditorCurveBinding binding) => null;

        public static AnimationCurve? GetEditorCurve(AnimationClip clip, EditorCurveBinding binding) =>
            clip.Curves.FirstOrDefault(curve => curve.path == binding.path && curve.property == binding.propertyName) is { } found
                ? new AnimationCurve(found.keys.Select(key => new Keyframe(key.x, key.y)).ToArray())
                : null;

        public static AnimationEvent[] GetAnimationEvents(AnimationClip clip) => clip.events;

        public static void SetAnimationEvents(AnimationClip clip, AnimationEvent[] events) => clip.events = events;

        public static AnimationClipSettings GetAnimationClipSettings(AnimationClip clip) =>
            new AnimationClipSettings { loopTime = clip.LoopTime };

        public static void SetAnimationClipSettings(AnimationClip clip, AnimationClipSettings srcClipInfo) =>
            clip.LoopTime = srcClipInfo.loopTime;
    }
}
