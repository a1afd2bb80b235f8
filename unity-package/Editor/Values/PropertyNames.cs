#nullable enable
using System;
using System.Collections.Generic;
using UnityEditor;

namespace Fairlead.Editor.Values
{
    /// <summary>
    /// Names of properties: people and models know those of C# (mass, fieldOfView), Unity saves under others (m_Mass, "field of view").
    /// Most follow from each other; the tables hold those that do not.
    /// </summary>
    internal static class PropertyNames
    {
        /// <summary>Aliases by C# type, base types too: C# name → serialized path.</summary>
        private static readonly Dictionary<string, Dictionary<string, string>> Aliases = new Dictionary<string, Dictionary<string, string>>
        {
            ["Component"] = Table("enabled m_Enabled"),
            // The first name of a property is the one that is shown.
            ["Transform"] = Table("localRotation m_LocalRotation|localEulerAngles m_LocalRotation"),
            ["Camera"] = Table(
                "fieldOfView field of view|nearClipPlane near clip plane|farClipPlane far clip plane|orthographicSize orthographic size|"
                + "backgroundColor m_BackGroundColor|rect m_NormalizedViewPortRect|allowHDR m_HDR|useOcclusionCulling m_OcclusionCulling"),
            ["Light"] = Table(
                "shadows m_Shadows.m_Type|shadowStrength m_Shadows.m_Strength|shadowBias m_Shadows.m_Bias|"
                    + "shadowNormalBias m_Shadows.m_NormalBias"),
            ["Rigidbody"] = Table(
                "interpolation m_Interpolate|collisionDetectionMode m_CollisionDetection|automaticCenterOfMass m_ImplicitCom|"
                    + "automaticInertiaTensor m_ImplicitTensor"),
            ["Rigidbody2D"] = Table("interpolation m_Interpolate|collisionDetectionMode m_CollisionDetection|sharedMaterial m_Material"),
            ["Collider"] = Table("sharedMaterial m_Material|material m_Material"),
            ["Collider2D"] = Table("sharedMaterial m_Material|material m_Material"),
            ["MeshCollider"] = Table("sharedMesh m_Mesh|mesh m_Mesh"),
            ["MeshFilter"] = Table("sharedMesh m_Mesh|mesh m_Mesh"),
            ["SkinnedMeshRenderer"] = Table("sharedMesh m_Mesh"),
            ["Joint2D"] = Table("connectedBody m_ConnectedRigidBody"),
            ["Renderer"] = Table("sharedMaterials m_Materials|materials m_Materials|sharedMaterial m_Materials.Array.data[0]|"
                + "shadowCastingMode m_CastShadows"),
            ["AudioSource"] = Table("clip m_audioClip|audioClip m_audioClip|panStereo Pan2D"),
            ["Animator"] = Table("runtimeAnimatorController m_Controller"),
            ["Animation"] = Table("clip m_Animation"),
            ["Canvas"] = Table("worldCamera m_Camera"),
            ["Text"] = Table("font m_FontData.m_Font|fontSize m_FontData.m_FontSize|fontStyle m_FontData.m_FontStyle|"
                + "alignment m_FontData.m_Alignment"),
            // Beside the colour of other graphics, which texts have and ignore.
            ["TMP_Text"] = Table("color m_fontColor"),
            ["EventSystem"] = Table("pixelDragThreshold m_DragThreshold"),
            ["PlayableDirector"] = Table("extrapolationMode m_WrapMode"),
            ["ReflectionProbe"] = Table("size m_BoxSize|center m_BoxOffset|intensity m_IntensityMultiplier"),
            ["Skybox"] = Table("material m_CustomSkybox"),
            ["ParticleSystem"] = Table(
                "main.duration lengthInSec|main.loop looping|main.prewarm prewarm|main.playOnAwake playOnAwake|"
                    + "main.startDelay startDelay.scalar|"
                + "main.startLifetime InitialModule.startLifetime.scalar|main.startSpeed InitialModule.startSpeed.scalar|"
                + "main.startSize InitialModule.startSize.scalar|"
                + "main.startRotation InitialModule.startRotation.scalar|main.startColor InitialModule.startColor.maxColor|"
                + "main.gravityModifier InitialModule.gravityModifier.scalar|main.simulationSpeed simulationSpeed|"
                + "main.simulationSpace moveWithTransform|"
                + "main.maxParticles InitialModule.maxNumParticles|emission.enabled EmissionModule.enabled|"
                + "emission.rateOverTime EmissionModule.rateOverTime.scalar|"
                + "emission.rateOverDistance EmissionModule.rateOverDistance.scalar|shape.enabled ShapeModule.enabled|"
                + "shape.shapeType ShapeModule.type|"
                + "shape.angle ShapeModule.angle|shape.radius ShapeModule.radius.value"),
        };

        /// <summary>C# properties without a saved field of their own that are worth showing, by C# type.</summary>
        private static readonly Dictionary<string, string[]> Computed = new Dictionary<string, string[]>
        {
            ["Transform"] = new[] { "position", "rotation" },
            ["AudioSource"] = new[] { "spatialBlend" },
            ["LineRenderer"] = new[] { "startWidth", "endWidth", "startColor", "endColor", "alignment", "textureMode", "numCornerVertices",
                "numCapVertices" },
            ["TrailRenderer"] = new[] { "startWidth", "endWidth", "startColor", "endColor", "alignment", "textureMode", "numCornerVertices",
                "numCapVertices" },
        };

        /// <summary>Names of older versions: not accepted, but they lead the answer to this one.</summary>
        private static readonly Dictionary<string, string> Former = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["drag"] = "linearDamping",
            ["angularDrag"] = "angularDamping",
            ["velocity"] = "linearVelocity",
        };

        /// <summary>Properties that exist only in play mode: setting them in edit mode would do nothing.</summary>
        internal static readonly HashSet<string> Runtime = new HashSet<string> { "linearVelocity", "angularVelocity" };

        internal static bool IsRuntime(string name) => Runtime.Contains(name);

        internal static IEnumerable<string> ComputedOf(Type type) =>
            Computed.TryGetValue(type.Name, out var names) ? names : typeof(UnityEngine.Transform).IsAssignableFrom(type)
                ? Computed["Transform"] : Array.Empty<string>();

        /// <summary>All aliases of a type, those of the type itself before those of its bases.</summary>
        internal static IEnumerable<KeyValuePair<string, string>> AliasesOf(Type type)
        {
            for (var at = type; at != null && at != typeof(UnityEngine.Object); at = at.BaseType)
                if (Aliases.TryGetValue(at.Name, out var table))
                    foreach (var entry in table) yield return entry;
        }

        /// <summary>The C# name of a property: <c>m_Mass</c> → mass, "field of view" → fieldOfView.</summary>
        internal static string Friendly(Type type, string serialized)
        {
            foreach (var entry in AliasesOf(type))
                if (entry.Value == serialized) return entry.Key;
            return Plain(serialized);
        }

        /// <summary>
        /// A whole path as C# writes it: <c>m_OnClick.m_Calls.Array.data[0].m_Target</c> → onClick.calls[0].target.
        /// </summary>
        internal static string Written(Type type, string serialized)
        {
            var path = serialized.Replace(".Array.data[", "[");
            foreach (var entry in AliasesOf(type))
                if (path == entry.Value || path.StartsWith(entry.Value + ".", StringComparison.Ordinal)
                    || path.StartsWith(entry.Value + "[", StringComparison.Ordinal))
                    return entry.Key + PlainPath(path.Substring(entry.Value.Length));
            return PlainPath(path);
        }

        private static string PlainPath(string path) => string.Join(".", Array.ConvertAll(path.Split('.'), Plain));

        /// <summary>The name by the rule alone, without the tables.</summary>
        internal static string Plain(string serialized)
        {
            var name = serialized.StartsWith("m_", StringComparison.Ordinal) ? serialized.Substring(2) : serialized;
            var words = name.Split(' ');
            for (var i = 1; i < words.Length; i++)
                if (words[i].Length > 0) words[i] = char.ToUpperInvariant(words[i][0]) + words[i].Substring(1);
            name = string.Concat(words);
            return name.Length == 0 ? serialized : char.ToLowerInvariant(name[0]) + name.Substring(1);
        }

        internal static bool Same(string a, string b) => string.Equals(Plain(a), Plain(b), StringComparison.OrdinalIgnoreCase);

        /// <summary>The nearest names: former ones first, then near ones.</summary>
        internal static List<string> Available(string wanted, IReadOnlyCollection<string> names, int count = 10)
        {
            var end = wanted.IndexOfAny(new[] { '.', '[' });
            var key = end < 0 ? wanted : wanted.Substring(0, end);
            var first = new List<string>();
            if (Former.TryGetValue(Plain(key), out var now) && Contains(names, now)) first.Add(now);
            foreach (var entry in Former)
                if (entry.Key.IndexOf(Plain(key), StringComparison.OrdinalIgnoreCase) >= 0 && Contains(names, entry.Value)
                    && !first.Contains(entry.Value))
                    first.Add(entry.Value);
            foreach (var name in Core.Nearest.Of(wanted, names, count))
                if (!first.Contains(name)) first.Add(name);
            if (first.Count > count) first.RemoveRange(count, first.Count - count);
            return first;
        }

        private static bool Contains(IEnumerable<string> names, string wanted)
        {
            foreach (var name in names)
                if (name == wanted) return true;
            return false;
        }

        /// <summary>Reads "name path|name path": a path may hold spaces, a name does not.</summary>
        private static Dictionary<string, string> Table(string entries)
        {
            var table = new Dictionary<string, string>();
            foreach (var entry in entries.Split('|'))
            {
                var space = entry.IndexOf(' ');
                table.Add(entry.Substring(0, space), entry.Substring(space + 1));
            }
            return table;
        }
    }
}
