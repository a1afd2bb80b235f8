#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using UnityEngine.Rendering;

namespace UnityEngine
{
    public sealed partial class Shader : Object
    {
        private static readonly Dictionary<string, int> Ids = new Dictionary<string, int>();
        private static readonly List<string> Names = new List<string>();

        private readonly ShaderProperty[] properties;

        internal Shader(string name, ShaderProperty[] properties, int renderQueue)
        {
            this.name = name;
            this.properties = properties;
            this.renderQueue = renderQueue;
        }

        /// <summary>Shaders of the project by name; set by the editor's asset database.</summary>
        internal static Func<string, Shader?> FindInProject { get; set; } = _ => null;

        /// <summary>Whether the package of a render pipeline's shader is there; set by the editor.</summary>
        internal static Func<string, bool> HasPackageOf { get; set; } = name => !name.StartsWith("HDRP/") && !name.StartsWith("Universal ");

        public bool isSupported => true;

        public int renderQueue { get; }

        public int passCount => 1;

        public int subshaderCount => 1;

        public static Shader? Find(string name) =>
            FindInProject(name) ?? (HasPackageOf(name) ? BuiltinShaders.Find(name) : null);

        public static int PropertyToID(string name)
        {
            if (Ids.TryGetValue(name, out var id)) return id;
            Names.Add(name);
            return Ids[name] = Names.Count;
        }

        public int GetPropertyCount() => properties.Length;

        public int FindPropertyIndex(string propertyName) => Array.FindIndex(properties, p => p.Name == propertyName);

        public string GetPropertyName(int propertyIndex) => At(propertyIndex).Name;

        public int GetPropertyNameId(int propertyIndex) => PropertyToID(At(propertyIndex).Name);

        public ShaderPropertyType GetPropertyType(int propertyIndex) => At(propertyIndex).Type;

        public string GetPropertyDescription(int propertyIndex) => At(propertyIndex).Name.TrimStart('_');

        public ShaderPropertyFlags GetPropertyFlags(int propertyIndex) => At(propertyIndex).Flags;

        public Vector2 GetPropertyRangeLimits(int propertyIndex) =>
            At(propertyIndex) is { Type: ShaderPropertyType.Range } property
                ? property.Range
                : throw new ArgumentException("Property type is not ShaderPropertyType.Range.");

        public float GetPropertyDefaultFloatValue(int propertyIndex) => At(propertyIndex).Default.x;

        public Vector4 GetPropertyDefaultVectorValue(int propertyIndex) => At(propertyIndex).Default;

        public int GetPropertyDefaultIntValue(int propertyIndex) => (int)At(propertyIndex).Default.x;

        internal static string NameOf(int id) => id > 0 && id <= Names.Count ? Names[id - 1] : "";

        internal ShaderProperty? Property(string property) => properties.FirstOrDefault(p => p.Name == property);

        internal IReadOnlyList<ShaderProperty> AllProperties => properties;

        private ShaderProperty At(int index) =>
            index >= 0 && index < properties.Length ? properties[index] : throw new ArgumentOutOfRangeException("propertyIndex");
    }
}
