#nullable enable
using System.Collections.Generic;
using Fairlead.Editor.Addressing;
using Newtonsoft.Json.Linq;
using UnityEngine;

namespace Fairlead.Editor.Values
{
    /// <summary>Animation curves and gradients between JSON and Unity.</summary>
    internal static class CurveValues
    {
        private const int MaxKeys = 1_000;

        /// <summary>The maximum number of keys in Unity's gradients.</summary>
        private const int MaxGradientKeys = 8;

        private const string CurveShape =
            "keys of a curve, e.g. [[0, 0], [1, 1]] or {\"keys\": [{\"time\": 0, \"value\": 0, \"inTangent\": 0, \"outTangent\": 1}]}";
        private const string GradientShape =
            "a gradient, e.g. {\"colorKeys\": [{\"color\": [1, 0, 0], \"time\": 0}], \"alphaKeys\": [{\"alpha\": 1, \"time\": 0}]}";

        internal static JToken Read(AnimationCurve? curve)
        {
            if (curve == null) return JValue.CreateNull();
            var keys = new JArray();
            foreach (var key in curve.keys) keys.Add(Read(key));
            return new JObject { ["keys"] = keys, ["preWrapMode"] = curve.preWrapMode.ToString(),
                ["postWrapMode"] = curve.postWrapMode.ToString() };
        }

        private static JObject Read(Keyframe key)
        {
            var json = new JObject
            {
                ["time"] = ObjectFacts.Plain(key.time),
                ["value"] = ObjectFacts.Plain(key.value),
                ["inTangent"] = ObjectFacts.Plain(key.inTangent),
                ["outTangent"] = ObjectFacts.Plain(key.outTangent),
            };
            if (key.weightedMode == WeightedMode.None) return json;
            json["inWeight"] = ObjectFacts.Plain(key.inWeight);
            json["outWeight"] = ObjectFacts.Plain(key.outWeight);
            json["weightedMode"] = key.weightedMode.ToString();
            return json;
        }

        /// <exception cref="ValueMismatch">It is not a curve.</exception>
        internal static AnimationCurve Curve(JToken value)
        {
            var list = value as JArray ?? (value as JObject)?["keys"] as JArray;
            if (list == null || list.Count > MaxKeys) throw ValueMismatch.Expected(CurveShape, value);
            var plain = new List<Keyframe>();
            var keys = new List<Keyframe>();
            foreach (var item in list)
            {
                if (item is JArray)
                {
                    var pair = ClrValues.Numbers(item, 2, 2, "[0, 1] (time, value)");
                    plain.Add(new Keyframe(pair[0], pair[1]));
                }
                else if (item is JObject key && key["time"] != null && key["value"] != null)
                {
                    keys.Add(KeyOf(key));
                }
                else
                {
                    throw ValueMismatch.Expected(CurveShape, value);
                }
            }
            keys.AddRange(Sloped(plain));
            var curve = new AnimationCurve(keys.ToArray());
            if ((value as JObject)?["preWrapMode"] is { } before)
                curve.preWrapMode = (WrapMode)ClrValues.EnumValue(typeof(WrapMode), before);
            if ((value as JObject)?["postWrapMode"] is { } after)
                curve.postWrapMode = (WrapMode)ClrValues.EnumValue(typeof(WrapMode), after);
            return curve;
        }

        /// <summary>Points without tangents are joined by straight lines: what somebody means who names points alone.</summary>
        private static List<Keyframe> Sloped(List<Keyframe> points)
        {
            points.Sort((a, b) => a.time.CompareTo(b.time));
            for (var i = 0; i < points.Count; i++)
            {
                var key = points[i];
                if (i > 0) key.inTangent = Slope(points[i - 1], key);
                if (i + 1 < points.Count) key.outTangent = Slope(key, points[i + 1]);
                points[i] = key;
            }
            return points;
        }

        private static float Slope(Keyframe from, Keyframe to) =>
            to.time == from.time ? 0f : (to.value - from.value) / (to.time - from.time);

        private static Keyframe KeyOf(JObject json)
        {
            var key = new Keyframe(Number(json, "time"), Number(json, "value"), Tangent(json, "inTangent"), Tangent(json, "outTangent"));
            if (!(json["weightedMode"] is { } mode)) return key;
            key.weightedMode = (WeightedMode)ClrValues.EnumValue(typeof(WeightedMode), mode);
            key.inWeight = Number(json, "inWeight");
            key.outWeight = Number(json, "outWeight");
            return key;
        }

        /// <summary>Infinite at a step, which JSON has no number for.</summary>
        private static float Tangent(JObject key, string name) =>
            key[name] is JValue { Value: "Infinity" } ? float.PositiveInfinity
            : key[name] is JValue { Value: "-Infinity" } ? float.NegativeInfinity
            : Number(key, name);

        private static float Number(JObject key, string name) => key[name] is { } token ? ClrValues.Single(token) : 0f;

        internal static JToken Read(Gradient? gradient)
        {
            if (gradient == null) return JValue.CreateNull();
            var colors = new JArray();
            foreach (var key in gradient.colorKeys)
                colors.Add(new JObject { ["color"] = ClrValues.Array(key.color.r, key.color.g, key.color.b),
                    ["time"] = ObjectFacts.Plain(key.time) });
            var alphas = new JArray();
            foreach (var key in gradient.alphaKeys)
                alphas.Add(new JObject { ["alpha"] = ObjectFacts.Plain(key.alpha), ["time"] = ObjectFacts.Plain(key.time) });
            return new JObject { ["mode"] = gradient.mode.ToString(), ["colorKeys"] = colors, ["alphaKeys"] = alphas };
        }

        /// <exception cref="ValueMismatch">It is not a gradient.</exception>
        internal static Gradient Gradient(JToken value)
        {
            if (!(value is JObject json) || !(json["colorKeys"] is JArray colors) || colors.Count == 0 || colors.Count > MaxGradientKeys)
                throw ValueMismatch.Expected(GradientShape, value);
            var colorKeys = new List<GradientColorKey>();
            foreach (var item in colors)
                colorKeys.Add(new GradientColorKey(ClrValues.ColorOf(Member(item, "color", value)),
                    ClrValues.Single(Member(item, "time", value))));
            var alphaKeys = new List<GradientAlphaKey>();
            if (json["alphaKeys"] is JArray alphas)
            {
                if (alphas.Count > MaxGradientKeys) throw ValueMismatch.Expected(GradientShape, value);
                foreach (var item in alphas)
                    alphaKeys.Add(new GradientAlphaKey(ClrValues.Single(Member(item, "alpha", value)),
                        ClrValues.Single(Member(item, "time", value))));
            }
            if (alphaKeys.Count == 0)
            {
                alphaKeys.Add(new GradientAlphaKey(1f, 0f));
                alphaKeys.Add(new GradientAlphaKey(1f, 1f));
            }
            var gradient = new Gradient();
            gradient.SetKeys(colorKeys.ToArray(), alphaKeys.ToArray());
            if (json["mode"] is { } mode) gradient.mode = (GradientMode)ClrValues.EnumValue(typeof(GradientMode), mode);
            return gradient;
        }

        private static JToken Member(JToken item, string name, JToken whole) =>
            (item as JObject)?[name] ?? throw ValueMismatch.Expected(GradientShape, whole);
    }
}
