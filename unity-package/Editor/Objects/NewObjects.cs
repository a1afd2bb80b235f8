#nullable enable
using System;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Objects
{
    /// <summary>Objects of the GameObject menu, and copies.</summary>
    internal static class NewObjects
    {
        /// <summary>The registry's primitive types.</summary>
        internal static readonly string[] Types =
        {
            "Empty", "Cube", "Sphere", "Capsule", "Cylinder", "Plane", "Quad", "Camera", "DirectionalLight", "PointLight", "SpotLight",
        };

        /// <summary>Colour of the sun in a new Unity scene.</summary>
        private static readonly Color SunColor = new Color(1f, 0.95686275f, 0.8392157f);

        /// <summary>Recorded in Undo; a name that is not given is made unique among its siblings.</summary>
        internal static GameObject Create(string type, string? name, GameObject? parent)
        {
            var obj = Make(type);
            if (parent != null) obj.transform.SetParent(parent.transform, false);
            if (name != null) obj.name = name;
            else GameObjectUtility.EnsureUniqueNameForSibling(obj);
            Undo.RegisterCreatedObjectUndo(obj, $"Create {obj.name}");
            return obj;
        }

        private static GameObject Make(string type)
        {
            switch (type)
            {
                case "Empty":
                    return new GameObject("GameObject");
                case "Camera":
                    return new GameObject("Camera", typeof(Camera));
                case "DirectionalLight":
                    var sun = Lamp("Directional Light", LightType.Directional);
                    sun.color = SunColor;
                    sun.shadows = LightShadows.Soft;
                    sun.transform.SetPositionAndRotation(new Vector3(0, 3, 0), Quaternion.Euler(50, 330, 0));
                    return sun.gameObject;
                case "PointLight":
                    return Lamp("Point Light", LightType.Point).gameObject;
                case "SpotLight":
                    return Lamp("Spot Light", LightType.Spot).gameObject;
                default:
                    // Not ObjectFactory's: it would go below the default parent that the user may have set in the hierarchy window.
                    return GameObject.CreatePrimitive((PrimitiveType)Enum.Parse(typeof(PrimitiveType), type));
            }
        }

        private static Light Lamp(string name, LightType type)
        {
            var light = new GameObject(name, typeof(Light)).GetComponent<Light>();
            light.type = type;
            return light;
        }

        /// <summary>With all below it, beside the original; links to a prefab stay. Recorded in Undo.</summary>
        internal static GameObject Duplicate(GameObject original) => GameObjectUtility.DuplicateGameObject(original);
    }
}
